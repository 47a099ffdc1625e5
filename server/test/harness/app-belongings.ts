import sharp from 'sharp';
import { appCall } from './app.ts';
import type { FilledStore } from './app-store.ts';
import { uploadTo } from './app-visit.ts';

const drawn = (svg: string) => sharp(Buffer.from(svg)).png().toBuffer();

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="200">
  <circle cx="100" cy="100" r="70" fill="#0e735f"/>
  <path d="M70 110 q30 40 60 0 q-30 -50 -60 0" fill="#fff"/>
  <text x="200" y="125" font-family="serif" font-size="76" fill="#1b2229">Tea &amp; Co.</text></svg>`;
const leaves = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600">
  <rect width="1200" height="600" fill="#d8f0e9"/>
  <ellipse cx="400" cy="330" rx="220" ry="90" fill="#33a68a" transform="rotate(-25 400 330)"/>
  <ellipse cx="760" cy="290" rx="240" ry="80" fill="#17806a" transform="rotate(20 760 290)"/></svg>`;

/** A layout and a request that somebody has deleted. */
async function fillTrash({ id, owner }: FilledStore, origin: string): Promise<void> {
  const deleted = [
    ['/email-templates', { name: 'Summer sale 2025', subject: 'Up to 30 % off' }],
    ['/http-requests', { name: 'Tell the old warehouse', url: 'https://old.warehouse.example/orders' }],
  ] as const;
  for (const [path, fields] of deleted) {
    const at = `/app/api/stores/${id}${path}`;
    const made = await appCall<{ id: string }>(owner, origin, 'POST', at, fields);
    await appCall(owner, origin, 'DELETE', `${at}/${made.id}`);
  }
}

/** What a store at work owns: pictures, attachments, settings, secrets and who has unsubscribed. */
export async function addBelongings(store: FilledStore, origin: string): Promise<void> {
  await uploadTo(store, origin, '/files', 'Terms and conditions 2026.pdf', '%PDF-1.7\n%âãÏÓ\n');
  await uploadTo(store, origin, '/files', 'spring-leaves.png', await drawn(leaves));
  const { key } = await uploadTo(store, origin, '/files', 'logo.svg', logo);
  await appCall(store.owner, origin, 'PATCH', `/app/api/stores/${store.id}/settings`, {
    settings: [
      `logo=${key}`,
      'companyDetails=Tea & Co. Ltd, 1 Main Street, Springfield',
      'companyDetails.de=Tee & Co. GmbH, Hauptstraße 1, 10115 Berlin',
    ],
  });
  const secrets = [
    ['SHOP_TOKEN', 'Access to the shop; made under Settings > Apps of the shop.'],
    ['WAREHOUSE_PASSWORD', ''],
  ];
  for (const [name, description] of secrets)
    await appCall(store.owner, origin, 'POST', `/app/api/stores/${store.id}/secrets`, {
      ...{ name, description, value: 'not to be seen' },
    });
  await appCall(store.owner, origin, 'POST', `/app/api/stores/${store.id}/http-requests`, {
    ...{ name: 'Tell the warehouse', method: 'POST', url: 'https://warehouse.example/orders' },
    headers: { authorization: 'Bearer {{ secrets.SHOP_TOKEN }}' },
  });
  await fillTrash(store, origin);
  await uploadTo(
    store,
    origin,
    '/unsubscribes/import',
    'list.csv',
    'email\nanna.berg@example.com\nfrederic.dupont@a-rather-long-domain.example\n',
  );
  await appCall(store.owner, origin, 'POST', `/app/api/stores/${store.id}/unsubscribes`, {
    email: 'bert@example.com',
  });
}
