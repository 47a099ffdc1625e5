import { describe, expect, test } from 'vitest';
import type { Role } from '../../src/kernel/access-levels.ts';
import { addFile, pngOf } from '../harness/files.ts';
import { withClient } from '../harness/postgres.ts';
import { expectOk, keyedTeam } from './team.ts';

const { outstep, team } = await keyedTeam('write', 'Deploy');

const send = (method: string, path: string, body?: unknown, headers = {}, role: Role = 'editor') =>
  team.people[role].send(method, `/app/api/stores/${team.storeId}${path}`, body, headers);
const text = (html: string) => [{ type: 'text', html: `<p>${html}</p>` }];
const added = async (blocks: unknown = text('Bye')): Promise<string> =>
  (await expectOk(send('POST', `/presets?kind=footer&name=Foot`, JSON.stringify(blocks)))).id;
const change = (id: string, fields: unknown) => send('PATCH', `/presets/${id}`, fields);
const get = (id: string) => expectOk(send('GET', `/presets/${id}`));

/** Within the size limit of one language. */
const large = Array.from({ length: 7 }, () => text('x'.repeat(90_000))).flat();

/** A layout in English, German and Italian that has the preset below its blocks. */
async function used(preset: string, blocks: unknown[] = []): Promise<string> {
  const bodyDesign = { blocks, footer: { preset } };
  const { id } = await expectOk(
    send('POST', '/email-templates', { name: 'Order', subject: 'S', bodyDesign }),
  );
  for (const locale of ['de', 'it'])
    await expectOk(send('PUT', `/email-templates/${id}/translations/${locale}`, { subject: locale }));
  return id;
}
const htmlIn = async (layout: string, locale: string): Promise<string> =>
  (await expectOk(send('POST', `/email-templates/${layout}/preview`, { locale }))).html;
const compiledOf = (layout: string, locale: string) =>
  withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    const { rows } = await client.query(
      'select count(*)::int as count from compiled_mails where layout_id = $1 and locale = $2',
      [layout, locale],
    );
    return rows[0].count as number;
  });

describe('languages of a preset (contract: Presets 2)', () => {
  test('picks the preset text by exact, nearest, then default language', async () => {
    const id = await added();
    const layout = await used(id);
    await expectOk(change(id, { defaultLocale: 'en', languages: { de: { blocks: text('Tschüs') } } }));
    expect(await htmlIn(layout, 'de')).toContain('Tschüs');
    expect(await htmlIn(layout, 'de-at')).toContain('Tschüs');
    for (const locale of ['en', 'it', 'fr']) {
      const html = await htmlIn(layout, locale);
      expect(html).toContain('Bye');
      expect(html).not.toContain('Tschüs');
    }
    await expectOk(change(id, { languages: { DE_at: { blocks: text('Servus') } } }));
    // The layout has no Austrian German, so its email is German.
    expect(await htmlIn(layout, 'de-at')).toContain('Tschüs');
    expect(Object.keys((await get(id)).languages)).toEqual(['de', 'de-at']);
  });

  test('changing one language recompiles the emails of that language only', async () => {
    const id = await added();
    const layout = await used(id);
    await expectOk(change(id, { languages: { de: { blocks: text('Tschüs') } } }));
    for (const locale of ['en', 'de', 'it']) await htmlIn(layout, locale);
    const before = await Promise.all(['en', 'de', 'it'].map((locale) => compiledOf(layout, locale)));
    await expectOk(change(id, { languages: { de: { blocks: text('Auf bald') } } }));
    for (const locale of ['en', 'de', 'it']) await htmlIn(layout, locale);
    expect(await htmlIn(layout, 'de')).toContain('Auf bald');
    const [en, de, it] = await Promise.all(['en', 'de', 'it'].map((locale) => compiledOf(layout, locale)));
    expect([en, it]).toEqual([before[0], before[2]]);
    expect(de).toBe((before[1] as number) + 1);
  });

  test('a new language starts as a copy and lists its outdated texts (contract: Presets 3)', async () => {
    const id = await added([{ type: 'heading', text: 'Thanks' }, ...text('Bye')]);
    await expectOk(change(id, { languages: { de: {} } }));
    expect((await get(id)).languages.de).toEqual({
      blocks: [{ type: 'heading', text: 'Thanks' }, ...text('Bye')],
      stale: ['blocks[0].text', 'blocks[1].html'],
    });
    const half = [{ type: 'heading', text: 'Danke' }, ...text('Bye')];
    const { languages } = await expectOk(change(id, { languages: { de: { blocks: half } } }));
    expect(languages.de.stale).toEqual(['blocks[1].html']);
    const done = await expectOk(change(id, { languages: { de: { done: ['blocks[1].html'] } } }));
    expect(done.languages.de).toEqual({ blocks: half, stale: [] });
    const later = await expectOk(
      change(id, { blocks: [{ type: 'heading', text: 'Thank you' }, ...text('Bye')] }),
    );
    expect(later.languages.de.stale).toEqual(['blocks[0].text']);
  });

  test('versions contain all languages, and a restore restores them', async () => {
    const id = await added();
    await expectOk(change(id, { defaultLocale: 'en', languages: { de: { blocks: text('Tschüs') } } }));
    await expectOk(change(id, { languages: { de: null, fr: { blocks: text('Salut') } } }));
    const { items } = await expectOk(send('GET', `/presets/${id}/versions`));
    expect(items.map(({ summary }: { summary: string }) => summary)).toEqual([
      'Added translation fr; removed translation de',
      'Changed defaultLocale; added translation de',
      'Created',
    ]);
    const second = await expectOk(send('GET', `/presets/${id}/versions/2`));
    expect(second).toMatchObject({ defaultLocale: 'en', languages: { de: { blocks: text('Tschüs') } } });
    expect((await expectOk(send('GET', `/presets/${id}/versions/2/changes`))).changes).toEqual([
      { path: 'languages.de', before: { blocks: text('Tschüs') }, after: null },
      { path: 'languages.fr', before: null, after: { blocks: text('Salut') } },
    ]);
    const { preset } = await expectOk(send('POST', `/presets/${id}/versions/2/restore`));
    expect(preset).toMatchObject({ defaultLocale: 'en', revision: 4 });
    expect(preset.languages).toEqual({ de: { blocks: text('Tschüs'), stale: [] } });
  });

  test.each([
    [{ languages: { german: {} } }, 'languages.german: must be a language code such as de or pt-br'],
    [{ languages: { de: {}, DE: {} } }, 'languages.DE: appears twice'],
    [{ languages: { de: { blocks: 5 } } }, 'languages.de.blocks: must be a list'],
    [
      { languages: { de: { blocks: [{ type: 'spacer' }, { type: 'heading', text: '{% if %}' }] } } },
      'languages.de.blocks[1].text: Liquid:',
    ],
    [
      { languages: { de: { blocks: [{ type: 'nonsense' }] } } },
      'languages.de.blocks[0].type: must be one of',
    ],
    [
      {
        languages: {
          de: { blocks: [{ type: 'image', fileKey: 'f_0123456789abcdefghjkmnpqrs.png', alt: '' }] },
        },
      },
      'languages.de.blocks[0].fileKey: unknown file',
    ],
    [
      { languages: { de: { blocks: [{ type: 'heading', text: 'a\u0000' }] } } },
      'languages.de.blocks[0].text: must not contain NUL',
    ],
    [
      { languages: { de: { done: ['blocks[7].text'] } } },
      'languages.de.done[0]: is not a text of the main language',
    ],
    [{ defaultLocale: 'de', languages: { de: {} } }, 'defaultLocale: is already one of the other languages'],
    [{ defaultLocale: 'german' }, 'defaultLocale: must be a language code'],
    [
      { languages: { de: { blocks: large }, fr: { blocks: large } } },
      'languages: larger than 1 MB with all its blocks',
    ],
  ])('400 at the field for %#, changing nothing', async (fields, reason) => {
    const id = await added();
    const answer = await change(id, fields);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(reason) } });
    expect(await get(id)).toMatchObject({ revision: 1, languages: {}, defaultLocale: null });
  });

  test('400 for more than thirty languages', async () => {
    const id = await added([]);
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const codes = letters.flatMap((a) => letters.map((b) => a + b));
    const answer = await change(id, { languages: Object.fromEntries(codes.map((code) => [code, {}])) });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'languages: at most 30 languages per preset' },
    });
    const thirty = Object.fromEntries(codes.slice(0, 30).map((code) => [code, {}]));
    expect(Object.keys((await expectOk(change(id, { languages: thirty }))).languages)).toHaveLength(30);
    expect((await change(id, { languages: { [codes[31] as string]: {} } })).status).toBe(400);
    expect((await expectOk(change(id, { languages: null }))).languages).toEqual({});
  });

  test('keeps the files and names the secrets of all its languages', async () => {
    const file = await addFile(outstep, team.storeId, 'logo.png', await pngOf());
    await outstep.operator(team.storeId, 'set_secret', { name: 'SHOP', value: 's3cret-0815' });
    const id = await added();
    const blocks = [{ type: 'image', fileKey: file, alt: '' }, ...text('{{ secrets.SHOP }}')];
    await expectOk(change(id, { languages: { de: { blocks } } }));
    expect((await send('DELETE', '/files', { key: file })).status).toBe(409);
    const users = async () => JSON.stringify((await expectOk(send('GET', '/secrets/usage'))).usedBy);
    expect(await users()).toContain(id);
    await expectOk(change(id, { languages: { de: null } }));
    expect(await users()).not.toContain(id);
    await expectOk(send('DELETE', '/files', { key: file }));
  });

  test('400 naming the email that would be too large, in that language only', async () => {
    const id = await added();
    const long = ['one', 'two'].map((word) => ({ type: 'html', html: `<p>${word.repeat(20_000)}</p>` }));
    await used(id, long);
    const answer = await change(id, { languages: { de: { blocks: long } } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: expect.stringMatching(
          /^blocks: layout "Order" \(de\) can't be created with these blocks: too long/,
        ),
      },
    });
    // No layout sends email in French.
    await expectOk(change(id, { languages: { fr: { blocks: long } } }));
  });

  test('returns the layouts and languages that a change affects', async () => {
    const id = await added();
    const layout = await used(id);
    // One of its languages has its own footer.
    await expectOk(
      send('PUT', `/email-templates/${layout}/translations/it`, {
        ...{ subject: 'it', bodyDesign: { blocks: [], footer: { blocks: [] } } },
      }),
    );
    await expectOk(change(id, { languages: { de: { blocks: text('Tschüs') } } }));
    expect(await expectOk(send('GET', `/presets/${id}/reach`, undefined, {}, 'viewer'))).toMatchObject({
      total: 1,
      items: [
        {
          ...{ id: layout, name: 'Order' },
          languages: [
            { locale: 'de', presetLanguage: 'de' },
            { locale: 'en', presetLanguage: '' },
          ],
        },
      ],
    });
    const other = await team.another();
    const path = `/app/api/stores/${other.storeId}/presets/${id}/reach`;
    expect((await other.people.owner.send('GET', path)).status).toBe(404);
  });
});
