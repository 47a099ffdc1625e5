import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownFile } from '../harness/layouts.ts';
import { sampled, sized } from '../harness/size.ts';
import { commitsOf, layoutIn, type RepositoryWorld, startRepositoryWorld } from './world.ts';

const A_PAGE = 20;
const PAGES = sized(2, 3);
const COMMITS = sized(22, 60);

let world: RepositoryWorld;

beforeAll(async () => {
  world = await startRepositoryWorld();
  await world.connect();
});
afterAll(() => world?.close());

const at = (id: string, rest = '') => `/api/v1/email-templates/${id}/versions/github${rest}`;

test('all commits are listed page by page, and each restored gives exactly its content (spec: Endpoint GET /api/v1/email-templates/:id/versions/repo; Endpoint GET /api/v1/email-templates/:id/versions/repo/:sha; Endpoint POST /api/v1/email-templates/:id/versions/repo/:sha/restore; Limit: Repository versions per page)', async () => {
  const { outstep, storeId, github } = world;
  const fileKey = await knownFile(outstep.core, storeId);
  const id = await world.newLayout({ bodyType: 'text', body: '<p>0</p>', category: 'marketing' });
  const locales = ['de', 'fr', 'pt-br', 'he'];
  for (let i = 1; i < COMMITS; i++) {
    const locale = locales[i % locales.length] as string;
    if (i % 3 === 0)
      await world.save(`/${id}/translations/${locale}`, {
        subject: `Nr ${i}`,
        body: `<p>${i} {{ variables.name }}</p>`,
        ...(i % 2 === 0 && { attachments: [{ filename: 'a.png', fileKey }] }),
        ...(i % 4 === 0 && { marketingTexts: { companyDetails: `Shop ${i}`, unsubscribeLinkLabel: null } }),
      });
    else
      await world.save(`/${id}`, {
        subject: `Nr ${i} „ünï“ 🎈`,
        ...(i % 5 === 0 && { attachments: [{ filename: 'b.pdf', url: 'https://files.example/b.pdf' }] }),
        ...(i % 7 === 0 && { description: `Note\n${i}`, name: `Receipt ${i}` }),
      });
  }
  await world.settled();
  const shas = await commitsOf(github, id);
  expect(shas).toHaveLength(COMMITS);

  const listed: string[] = [];
  for (let page = 1; page <= PAGES + 1; page++) {
    const { body } = await outstep.call(world.key, 'GET', at(id, `?page=${page}`));
    expect(body).toMatchObject({ page, limit: A_PAGE, hasMore: page < PAGES });
    expect(body.items).toHaveLength(Math.max(0, Math.min(A_PAGE, COMMITS - (page - 1) * A_PAGE)));
    listed.push(...body.items.map(({ sha }: { sha: string }) => sha));
  }
  expect(listed).toEqual(shas.toReversed());

  // A key has 300 calls a minute.
  const keys = await Promise.all(Array.from({ length: 3 }, () => outstep.newKey(storeId, 'write')));
  for (const [i, sha] of sampled([...shas.entries()], 4)) {
    const key = keys[i % keys.length] ?? world.key;
    const expected = await layoutIn(github, sha, id);
    const looked = await outstep.call(key, 'GET', at(id, `/${sha}`));
    expect(looked.body).toMatchObject({ sha, ...expected });
    const restored = await outstep.call(key, 'POST', at(id, `/${sha}/restore`));
    expect(restored.status).toBe(200);
    const version = await outstep.call(
      key,
      'GET',
      `/api/v1/email-templates/${id}/versions/${restored.body.version}`,
    );
    const { source, layout, translations } = version.body;
    expect({ source, layout, translations }).toEqual({ source: 'repository', ...expected });
  }
});
