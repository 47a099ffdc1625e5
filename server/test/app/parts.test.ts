import { describe, expect, test } from 'vitest';
import { withClient } from '../harness/postgres.ts';
import { expectOk, keyedTeam } from './team.ts';

const { outstep, team, key } = await keyedTeam('write', 'Deploy');

const send = (method: string, path: string, body?: unknown) =>
  team.people.editor.send(method, `/app/api/stores/${team.storeId}${path}`, body);
const text = (html: string) => [{ type: 'text', html: `<p>${html}</p>` }];
const added = async (kind = 'part', blocks: unknown = text('Free shipping')): Promise<string> =>
  (await expectOk(send('POST', `/presets?kind=${kind}&name=Shipping`, JSON.stringify(blocks)))).id;
const part = (preset: string) => ({ type: 'part', preset });
const create = (bodyDesign: object) =>
  send('POST', '/email-templates', { name: 'Order', subject: 'S', bodyDesign });
const htmlOf = async (layout: string): Promise<string> =>
  (await expectOk(send('POST', `/email-templates/${layout}/preview`, {}))).html;

describe('a shared part (contract: Presets 4)', () => {
  test('a shared section works in several layouts, and a change is in their next emails', async () => {
    const id = await added();
    const loop = { type: 'loop', source: 'variables.none', blocks: [part(id)] };
    const one = (await expectOk(create({ blocks: [...text('Hello'), part(id)] }))).id;
    const two = (await expectOk(create({ blocks: [], header: { blocks: [part(id), loop] } }))).id;
    for (const layout of [one, two]) expect(await htmlOf(layout)).toContain('Free shipping');
    expect((await expectOk(send('GET', `/presets/${id}`))).useCount).toBe(2);
    await expectOk(send('PATCH', `/presets/${id}`, { blocks: text('Shipping is on us') }));
    for (const layout of [one, two]) expect(await htmlOf(layout)).toContain('Shipping is on us');
    expect(await send('DELETE', `/presets/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'in use by layout "Order"' },
    });
  });

  test('201 for a design that contains a part, created with an API key', async () => {
    const id = await added();
    const bodyDesign = { blocks: [part(id)] };
    const made = await outstep.call(key, 'POST', '/api/v1/email-templates', {
      ...{ name: 'By key', subject: 'S', bodyDesign },
    });
    expect(made).toMatchObject({ status: 201, body: { bodyDesign } });
  });

  test("400 at its field for an unknown shared section, another store's or another kind", async () => {
    const [footer, shared] = [await added('footer'), await added()];
    const other = await team.another();
    const { id: theirs } = await expectOk(
      other.people.editor.send('POST', `/app/api/stores/${other.storeId}/presets?kind=part&name=P`, '[]'),
    );
    for (const [design, error] of [
      [{ blocks: [part(team.storeId)] }, 'bodyDesign.blocks[0].preset: unknown preset'],
      [{ blocks: [part(theirs)] }, 'bodyDesign.blocks[0].preset: unknown preset'],
      [{ blocks: [part('x')] }, 'bodyDesign.blocks[0].preset: unknown preset'],
      [{ blocks: [{ type: 'part' }] }, 'bodyDesign.blocks[0].preset: required'],
      [{ blocks: [part(footer)] }, 'bodyDesign.blocks[0].preset: is a footer, not a part'],
      [{ blocks: [], footer: { preset: shared } }, 'bodyDesign.footer.preset: is a part, not a footer'],
      [
        { blocks: [], footer: { blocks: [part(footer)] } },
        'bodyDesign.footer.blocks[0].preset: is a footer, not a part',
      ],
    ] as const)
      expect(await create(design)).toMatchObject({ status: 400, body: { error } });
  });

  test('rejects a shared section inside a preset', async () => {
    const id = await added();
    for (const kind of ['part', 'header']) {
      const answer = await send('POST', `/presets?kind=${kind}&name=P`, JSON.stringify([part(id)]));
      expect(answer).toMatchObject({
        status: 400,
        body: { error: "blocks[0]: a part can't be nested in a preset" },
      });
    }
    const nested = [{ type: 'conditional', if: 'variables.a', blocks: [], else: [part(id)] }];
    expect(await send('PATCH', `/presets/${id}`, { languages: { de: { blocks: nested } } })).toMatchObject({
      status: 400,
      body: { error: "languages.de.blocks[0].else[0]: a part can't be nested in a preset" },
    });
  });

  test('400 for a change that makes a layout using it too large', async () => {
    const id = await added();
    const spacers = (count: number) => Array.from({ length: count }, () => ({ type: 'spacer' }));
    const layout = (await expectOk(create({ blocks: [...spacers(150), part(id)] }))).id;
    expect(await send('PATCH', `/presets/${id}`, { blocks: spacers(51) })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('at most 200 blocks in a design') },
    });
    await expectOk(send('PATCH', `/presets/${id}`, { blocks: spacers(50) }));
    expect(await htmlOf(layout)).toContain('<html');
  });

  test('restoring a layout names a shared section that is gone', async () => {
    const id = await added();
    const layout = (await expectOk(create({ blocks: [...text('Hello'), part(id)] }))).id;
    await expectOk(send('DELETE', `/email-templates/${layout}`));
    await expectOk(send('DELETE', `/presets/${id}`));
    const { lost } = await expectOk(send('POST', `/trash/${layout}/restore`));
    expect(lost).toMatchObject([{ type: 'preset', field: 'bodyDesign.blocks[1]', takenOut: true }]);
    expect(await htmlOf(layout)).toContain('Hello');
  });

  test('renders in the language of the email', async () => {
    const id = await added();
    const layout = (await expectOk(create({ blocks: [part(id)] }))).id;
    await expectOk(send('PUT', `/email-templates/${layout}/translations/de`, { subject: 'Bestellung' }));
    await expectOk(send('PATCH', `/presets/${id}`, { languages: { de: { blocks: text('Versand frei') } } }));
    const { html } = await expectOk(send('POST', `/email-templates/${layout}/preview`, { locale: 'de' }));
    expect(html).toContain('Versand frei');
    expect(await htmlOf(layout)).toContain('Free shipping');
    const stored = await withClient(outstep.env['DATABASE_URL'] as string, (client) =>
      client.query('select kind from presets where id = $1', [id]),
    );
    expect(stored.rows).toEqual([{ kind: 'part' }]);
  });
});
