import type { BrowserContext } from 'playwright-core';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import { appCall } from './app.ts';

const NAMES: Record<string, string> = {
  'order-confirmation': 'Order confirmation',
  'shipping-update': 'Shipping update',
  welcome: 'Welcome',
  newsletter: 'Newsletter of the month',
  'back-in-stock': 'Back in stock',
};

const TRIES = 10;

/** A machine with much else to do refuses a design that it would otherwise compile. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries === TRIES || !/takes too long/.test(String(error))) throw error;
    }
  }
}

/** A header and a footer that layouts share, and one that none uses yet. */
export async function fillPresets(context: BrowserContext, origin: string, storeId: string) {
  const add = (kind: string, name: string, blocks: unknown[]) =>
    patiently(() =>
      appCall<{ id: string }>(
        context,
        origin,
        'POST',
        `/app/api/stores/${storeId}/presets?${new URLSearchParams({ kind, name })}`,
        blocks,
      ),
    );
  await add('footer', 'Newsletter footer with all our shops', [{ type: 'spacer' }]);
  const header = await add('header', 'Logo', [{ type: 'logo', alt: 'Tea & Co.' }]);
  const footer = await add('footer', 'Address', [
    { type: 'divider' },
    {
      type: 'text',
      html: '<p>Tea &amp; Co. · 1 Main Street · Springfield</p>',
      align: 'center',
      fontSize: 13,
    },
    { type: 'menu', items: [{ label: 'Shop', url: 'https://tea.example' }] },
  ]);
  const bodyDesign = {
    blocks: [{ type: 'text', html: '<p>Your tea is waiting.</p>' }],
    ...{ header: { preset: header.id }, footer: { preset: footer.id } },
  };
  for (const name of ['Reminder', 'Thanks for your visit'])
    await patiently(() =>
      appCall(context, origin, 'POST', `/app/api/stores/${storeId}/email-templates`, {
        ...{ name, subject: name, bodyDesign },
      }),
    );
}

/** Layouts at work: of every ready design one, one of HTML, one with languages and versions. */
export async function fillLayouts(context: BrowserContext, origin: string, storeId: string) {
  const call = <T>(method: string, path: string, data: unknown) =>
    patiently(() =>
      appCall<T>(context, origin, method, `/app/api/stores/${storeId}/email-templates${path}`, data),
    );
  const ids: string[] = [];
  for (const { key, ...content } of starterDesigns.toReversed()) {
    const { id } = await call<{ id: string }>('POST', '', { ...content, name: NAMES[key] });
    ids.push(id);
  }
  await call('POST', '', {
    ...{ name: 'Pick-up note', bodyType: 'text', subject: 'Ready to be picked up' },
    body: '<p>Your order is waiting for you at the counter.</p>',
  });
  const id = ids.at(-1);
  await call('PUT', `/${id}/translations/de`, { subject: 'Danke für Bestellung {{ variables.order.name }}' });
  await call('PUT', `/${id}/translations/fr`, { subject: 'Merci pour votre commande' });
  await call('PUT', `/${id}`, { previewText: 'We are getting it ready for you.' });
}

/** The layout that was changed last: the one with languages and versions. */
export async function someLayout(context: BrowserContext, origin: string, storeId: string): Promise<string> {
  const { items } = await appCall<{ items: { id: string }[] }>(
    context,
    origin,
    'GET',
    `/app/api/stores/${storeId}/email-templates`,
  );
  return items[0]?.id ?? '';
}
