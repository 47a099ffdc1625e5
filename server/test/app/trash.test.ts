import { describe, expect, test } from 'vitest';
import { createFile, createPreset, deleteFileRow, layoutsPath } from '../harness/layouts.ts';
import { withClient } from '../harness/postgres.ts';
import { sized } from '../harness/size.ts';
import { expectOk, keyedTeam } from './team.ts';

/** As many as one person's budget allows in a minute. */
const RACES = sized(15, 45);
const requestsPath = '/api/v1/http-requests';

const { outstep, team, key } = await keyedTeam('write', 'Deploy');

const at = (path: string) => `/app/api/stores/${team.storeId}${path}`;
const editor = (method: string, path: string, body?: unknown) =>
  team.people.editor.send(method, at(path), body);
const api = (method: string, path: string, body?: unknown) => outstep.call(key, method, path, body);
const trash = async (query = '') => expectOk(editor('GET', `/trash${query}`));
const restore = (id: string) => editor('POST', `/trash/${id}/restore`);
const sql = <Row>(text: string, values: unknown[]) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as Row[],
  );
const newLayout = (fields: object = {}) =>
  expectOk(api('POST', layoutsPath, { name: 'Receipt', subject: 'Thanks {{ variables.name }}', ...fields }));
const newRequest = (fields: object = {}) =>
  expectOk(
    api('POST', requestsPath, { name: 'Tell', url: 'https://example.com/', method: 'POST', ...fields }),
  );

describe('a deleted layout', () => {
  test('is restored under its id with languages, versions and their times (contract: Trash 1; Trash 2)', async () => {
    const { id } = await newLayout({ bodyType: 'text', body: '<p>Hello</p>', category: 'marketing' });
    const path = `${layoutsPath}/${id}`;
    await expectOk(api('PUT', `${path}/translations/de`, { subject: 'Danke', body: '<p>Hallo</p>' }));
    const [before, languages, versions, total] = [
      await expectOk(api('GET', path)),
      await expectOk(api('GET', `${path}/translations`)),
      await expectOk(api('GET', `${path}/versions`)),
      (await expectOk(api('GET', `${layoutsPath}?category=marketing`))).total,
    ];
    await expectOk(api('DELETE', path));
    for (const gone of ['', '/translations', '/versions', '/versions/1', '/translations/de'])
      expect(await api('GET', path + gone), gone).toMatchObject({ status: 404 });
    expect((await expectOk(api('GET', `${layoutsPath}?category=marketing`))).total).toBe(total - 1);
    const { items } = await trash();
    expect(items[0]).toEqual({
      ...{ id, kind: 'layout', name: 'Receipt', deletedBy: { type: 'key', name: 'Deploy' } },
      ...{ deletedAt: expect.any(String), endsAt: expect.any(String) },
    });
    expect(Date.parse(items[0].endsAt) - Date.parse(items[0].deletedAt)).toBe(30 * 86_400_000);

    const brought = await expectOk(restore(id));
    expect(brought).toEqual({ restored: true, id, kind: 'layout', name: 'Receipt', lost: [] });
    expect(await expectOk(api('GET', path))).toEqual({
      ...before,
      version: 3,
      updatedAt: expect.any(String),
    });
    expect(await expectOk(api('GET', `${path}/translations`))).toEqual(languages);
    const kept = await expectOk(api('GET', `${path}/versions`));
    expect(kept.items.slice(1)).toEqual(versions.items);
    expect(kept.items[0]).toMatchObject({
      ...{ version: 3, source: 'restore', summary: 'Restored from the trash' },
      author: { type: 'user', name: expect.stringMatching(/^editor/) },
    });
    expect(await expectOk(api('GET', `${path}/versions/1`))).toMatchObject({
      layout: { subject: before.subject },
    });
    expect((await expectOk(api('GET', `${layoutsPath}?category=marketing`))).total).toBe(total);
    expect((await trash()).items.map((item: { id: string }) => item.id)).not.toContain(id);
    expect(await restore(id)).toMatchObject({ status: 404 });
  });

  test('drops references to deleted files and presets and names the fields (contract: Trash 3)', async () => {
    const { core } = outstep;
    const [picture, linked, sent] = await Promise.all(
      ['a.png', 'b.png', 'c.png'].map((name) => createFile(core, team.storeId, name)),
    );
    const header = await createPreset(core, team.storeId, 'header', [{ type: 'divider' }]);
    const text = { type: 'text', html: `<p>Look: <img src="https://x.example/${linked}"></p>` };
    const { id } = await newLayout({
      bodyDesign: {
        header: { preset: header },
        blocks: [
          {
            type: 'columns',
            columns: [{ blocks: [{ type: 'image', fileKey: picture, alt: 'A' }, text] }, { blocks: [] }],
          },
          { type: 'attachment', fileKey: sent, filename: 'c.png' },
        ],
      },
    });
    await expectOk(api('PUT', `${layoutsPath}/${id}/translations/de`, { subject: 'Danke' }));
    expect(await api('DELETE', '/api/v1/files', { key: picture })).toMatchObject({ status: 409 });
    await expectOk(api('DELETE', `${layoutsPath}/${id}`));
    await expectOk(editor('DELETE', `/presets/${header}`));
    for (const gone of [picture, linked]) await deleteFileRow(core, team.storeId, String(gone));

    const lost = ['en', 'de'].flatMap((locale) => [
      { type: 'preset', locale, field: 'bodyDesign.header', takenOut: true },
      { type: 'file', locale, field: 'bodyDesign.blocks[0].columns[0].blocks[0]', takenOut: true },
      { type: 'file', locale, field: 'bodyDesign.blocks[0].columns[0].blocks[0].html', takenOut: false },
    ]);
    const brought = await expectOk(restore(id));
    expect(brought.lost).toEqual(expect.arrayContaining(lost));
    expect(brought.lost).toHaveLength(lost.length);
    const { bodyDesign } = await expectOk(api('GET', `${layoutsPath}/${id}`));
    expect(bodyDesign).toEqual({
      header: null,
      blocks: [
        { type: 'columns', columns: [{ blocks: [text] }, { blocks: [] }] },
        { type: 'attachment', fileKey: sent, filename: 'c.png' },
      ],
    });
    expect(await api('POST', `${layoutsPath}/${id}/preview`, {})).toMatchObject({ status: 200 });
    expect(await api('DELETE', '/api/v1/files', { key: sent })).toMatchObject({ status: 409 });
  });

  test("a trashed layout doesn't block deleting its file, and restores it (contract: Trash 3)", async () => {
    const fileKey = await createFile(outstep.core, team.storeId);
    const attachments = [{ filename: 'a.png', fileKey }];
    const { id } = await newLayout({ bodyType: 'text', attachments });
    await expectOk(api('DELETE', `${layoutsPath}/${id}`));
    await expectOk(api('DELETE', '/api/v1/files', { key: fileKey }));
    expect((await expectOk(restore(id))).lost).toEqual([]);
    expect(await expectOk(api('GET', `${layoutsPath}/${id}`))).toMatchObject({ attachments });
    expect(await api('DELETE', '/api/v1/files', { key: fileKey })).toMatchObject({ status: 409 });
  });

  test('is committed again if the store has a repository (contract: Trash 2; Repository 1)', async () => {
    const { storeId, people } = await team.another('Elder');
    const own = await outstep.newKey(storeId, 'write');
    await sql(
      `insert into repository_connections (store_id, provider, owner, repository, branch, folder, token)
       values ($1, 'github', 'elder', 'mails', 'main', '', 'x')`,
      [storeId],
    );
    const fields = { name: 'Receipt', subject: 'Thanks' };
    const { id } = await expectOk(outstep.call(own, 'POST', layoutsPath, fields));
    await expectOk(outstep.call(own, 'DELETE', `${layoutsPath}/${id}`));
    await expectOk(people.owner.send('POST', `/app/api/stores/${storeId}/trash/${id}/restore`));
    const noted = await sql(
      `select summary, snapshot is null as "isDelete" from repository_changes where layout_id = $1
       order by position`,
      [id],
    );
    expect(noted).toEqual([
      { summary: 'Created', isDelete: false },
      { summary: 'Deleted layout "Receipt"', isDelete: true },
      { summary: 'Restored from the trash', isDelete: false },
    ]);
  });

  test('racing deletes, changes and restores never lose or duplicate a layout (contract: Trash 4)', async () => {
    const { id } = await newLayout();
    const path = `${layoutsPath}/${id}`;
    let writes = 1;
    for (let round = 0; round < RACES; round++) {
      const raced = await Promise.all([
        api('PATCH', path, { name: `Round ${round}` }),
        api('DELETE', path),
        restore(id),
        editor('PATCH', `/email-templates/${id}`, { description: `Round ${round}` }),
        restore(id),
        editor('DELETE', `/email-templates/${id}`),
      ]);
      for (const { status, text } of raced) expect([200, 404], text).toContain(status);
      writes += [0, 2, 3, 4].filter((i) => raced[i]?.status === 200).length;
      const isThere = (await api('GET', path)).status === 200;
      const inTrash = (await trash('?limit=100')).items.filter((item: { id: string }) => item.id === id);
      expect(inTrash).toHaveLength(isThere ? 0 : 1);
    }
    if ((await restore(id)).status === 200) writes++;
    const { items } = await expectOk(api('GET', `${path}/versions`));
    expect(await expectOk(api('GET', path))).toMatchObject({ version: writes });
    const numbers = items.map((item: { version: number }) => item.version);
    expect(numbers).toEqual(numbers.map((_: number, i: number) => writes - i));
    expect(numbers).toHaveLength(Math.min(writes, 25));
  });
});

describe('a deleted HTTP request', () => {
  const credentials = { Authorization: 'Bearer s3cret-t0ken-of-warehouse', 'X-Shop': 'Alder' };

  test('is restored with its sealed credentials, and an old tag is stale (contract: Trash 1; Trash 2)', async () => {
    const made = await newRequest({ headers: credentials, body: { order: '{{ variables.id }}' } });
    const path = `${requestsPath}/${made.id}`;
    const tag = (await api('GET', path)).headers.get('etag') as string;
    const sealedOf = () => sql('select sealed from http_requests where id = $1', [made.id]);
    const [before] = await sealedOf();
    await expectOk(api('DELETE', path));
    expect(await api('GET', path)).toMatchObject({ status: 404 });
    expect(await sealedOf()).toEqual([]);
    const stored = await sql<{ text: string }>('select row_to_json(t)::text as text from trash t', []);
    expect(stored.map(({ text }) => text).join()).not.toContain('s3cret');
    expect(await expectOk(restore(made.id))).toMatchObject({ kind: 'http-request', name: 'Tell', lost: [] });
    expect(await expectOk(api('GET', path))).toEqual({ ...made, updatedAt: expect.any(String) });
    expect(await sealedOf()).toEqual([before]);
    const stale = await outstep.call(key, 'PATCH', path, { name: 'Late' }, { 'if-match': tag });
    expect(stale.status).toBe(412);
    // The masked value is filled in from the sealed one, which proves that it could be opened.
    await expectOk(api('PATCH', path, { headers: { Authorization: 'Bearer ********' }, name: 'Told' }));
  });

  test('is deleted permanently on request (contract: Trash 5)', async () => {
    const { id } = await newRequest();
    await expectOk(api('DELETE', `${requestsPath}/${id}`));
    expect(await team.people.viewer.send('DELETE', at(`/trash/${id}`))).toMatchObject({ status: 403 });
    expect(await expectOk(editor('DELETE', `/trash/${id}`))).toEqual({ deleted: true, id });
    for (const again of [() => editor('DELETE', `/trash/${id}`), () => restore(id)])
      expect(await again()).toMatchObject({ status: 404 });
    expect(await sql('select id from trash where id = $1', [id])).toEqual([]);
  });

  test('is found by name, visible to viewers and hidden from other stores (contract: Trash 1)', async () => {
    const { id } = await newRequest({ name: 'Needle 100 %' });
    await expectOk(api('DELETE', `${requestsPath}/${id}`));
    const found = await team.people.viewer.send('GET', at('/trash?q=needle%20100%20%25'));
    expect(found.body).toMatchObject({ total: 1, items: [{ id }] });
    const other = await team.another('Birch');
    const there = `/app/api/stores/${other.storeId}/trash`;
    expect((await other.people.owner.send('GET', there)).body).toMatchObject({ total: 0, items: [] });
    for (const [method, path] of [
      ['POST', `${there}/${id}/restore`],
      ['DELETE', `${there}/${id}`],
    ] as const)
      expect(await other.people.owner.send(method, path)).toMatchObject({ status: 404 });
    expect((await trash('?q=needle')).total).toBe(1);
  });

  test('is in the audit log when deleted, restored and erased', async () => {
    const { id } = await newRequest();
    await expectOk(api('DELETE', `${requestsPath}/${id}`));
    await expectOk(restore(id));
    await expectOk(api('DELETE', `${requestsPath}/${id}`));
    await expectOk(editor('DELETE', `/trash/${id}`));
    const { items } = await expectOk(team.people.owner.send('GET', at('/audit-log')));
    const seen = items
      .filter((entry: { target: string }) => entry.target === id)
      .map(({ operation }: { operation: string }) => operation);
    expect(seen).toEqual([
      'delete_from_trash',
      'delete_http_request',
      'restore_from_trash',
      'delete_http_request',
      'create_http_request',
    ]);
  });
});

describe('trash limits', () => {
  const made = `select $1::uuid, gen_random_uuid(), 'http-request', 'Old ' || n, $2, $3, now() - make_interval(secs => n), '{}', null`;
  const fill = (type: string, name: string, count: number, bytes: number) =>
    sql(
      `insert into trash (store_id, id, kind, name, deleted_by_type, deleted_by_name, deleted_at, content, sealed, bytes)
       ${made}, $5 from generate_series(1, $4) n`,
      [team.storeId, type, name, count, bytes],
    );
  const held = async (name: string) => {
    const rows = await sql<{ name: string }>(
      'select name from trash where store_id = $1 and deleted_by_name = $2 order by deleted_at desc',
      [team.storeId, name],
    );
    return rows.map((row) => row.name);
  };

  test.each([
    ['500 records', 500, 0, 499],
    ['256 MB', 10, 64 * 1024 * 1024, 3],
  ])(
    'keeps %s and affects no other store; the audit log names what was erased (contract: Trash 6)',
    async (what, count, bytes, left) => {
      const name = `Loop ${what}`;
      const looping = await outstep.newKey(team.storeId, 'write', { name });
      const [person] = await sql<{ id: string }>(
        `insert into trash (store_id, id, kind, name, deleted_by_type, deleted_by_name, deleted_at, content, bytes)
       values ($1, gen_random_uuid(), 'layout', 'By mistake', 'user', $2, now() - interval '20 days', '{}', 1) returning id`,
        [team.storeId, name],
      );
      await fill('key', name, count, bytes);
      const { id } = await newRequest({ name: 'Newest' });
      await expectOk(outstep.call(looping, 'DELETE', `${requestsPath}/${id}`));
      const expected = Array.from({ length: left }, (_, i) => `Old ${i + 1}`);
      expect(await held(name)).toEqual(['Newest', ...expected, 'By mistake']);
      const named = await sql<{ target: string }>(
        `select target from audit_log where store_id = $1 and operation = 'delete_from_trash' and actor_name = $2`,
        [team.storeId, name],
      );
      expect(named).toHaveLength(count - left);
      expect(named.map(({ target }) => target)).not.toContain(person?.id);
    },
  );
});

test('erasing a customer deletes trashed records that name them, sealed or plain (contract: Trash 5)', async () => {
  const { storeId, people } = await team.another('Cedar');
  const own = await outstep.newKey(storeId, 'write');
  const make = async (path: string, body: object) => {
    const { id } = await expectOk(outstep.call(own, 'POST', path, { name: 'Kept', ...body }));
    return { id, at: `${path}/${id}` };
  };
  const url = 'https://example.com/';
  const sealed = await make(requestsPath, { url, headers: { 'X-Api-Key': 'for anna@example.com' } });
  const old = await make(layoutsPath, { subject: 'For anna@example.com' });
  await expectOk(outstep.call(own, 'PATCH', old.at, { subject: 'For all' }));
  const oldRequest = await make(requestsPath, { url, headers: { 'X-Api-Key': 'for anna@example.com' } });
  await expectOk(outstep.call(own, 'PATCH', oldRequest.at, { headers: {} }));
  const others = [
    await make(requestsPath, { url, testVariables: { to: 'joanna@example.com' } }),
    await make(layoutsPath, { subject: 'For all' }),
  ];
  for (const { at } of [sealed, old, oldRequest, ...others]) await expectOk(outstep.call(own, 'DELETE', at));
  await outstep.operator(storeId, 'erase_customer', { email: 'anna@example.com' });
  const left = await people.owner.send('GET', `/app/api/stores/${storeId}/trash`);
  expect(left.body.items.map((item: { id: string }) => item.id).sort()).toEqual(
    others.map(({ id }) => id).sort(),
  );
});
