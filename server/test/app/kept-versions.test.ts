import { beforeAll, describe, expect, test } from 'vitest';
import type { TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { expectOk, keyedTeam } from './team.ts';

const { outstep, team } = await keyedTeam('write', 'Deploy');

const KEPT_DAYS = 180;
const sql = <Row>(text: string, values: unknown[]) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as Row[],
  );

interface KeptVersion {
  version: number;
  label: string | null;
  keptUntil: string | null;
  author: { type: string };
}

/** Each kind has its own person and key, because budgets are per caller. */
const kinds = [
  {
    ...{ kind: 'layout', list: '/email-templates', table: 'layout_versions', column: 'layout_id' },
    person: team.people.owner,
    fields: { name: 'First', subject: 'S' },
    nameOf: (version: { layout: { name: string } }) => version.layout.name,
    changes: (id: string, version: number, current: number) =>
      `/email-templates/${id}/versions/${version}/diff/${current}`,
  },
  {
    ...{ kind: 'HTTP request', list: '/http-requests', table: 'http_request_versions', column: 'request_id' },
    person: team.people.editor,
    fields: { name: 'First', url: 'https://example.com/' },
    nameOf: (version: { request: { name: string } }) => version.request.name,
    changes: (id: string, version: number) => `/http-requests/${id}/versions/${version}/changes`,
  },
];

describe.each(kinds)(
  'kept versions of one $kind',
  ({ list, table, column, person, fields, nameOf, changes }) => {
    let key: TestKey;
    beforeAll(async () => {
      key = await outstep.newKey(team.storeId, 'write', { name: 'Loop' });
    });
    const send = (method: string, path: string, body?: unknown) =>
      person.send(method, `/app/api/stores/${team.storeId}${path}`, body);
    const api = (method: string, path: string, body?: unknown) =>
      outstep.call(key, method, `/api/v1${path}`, body);
    const created = async (): Promise<string> => (await expectOk(send('POST', list, fields))).id;
    const rename = (id: string, name: string) => expectOk(send('PATCH', `${list}/${id}`, { name }));
    const renameByKey = async (id: string, times: number) => {
      for (let i = 0; i < times; i++) await expectOk(api('PATCH', `${list}/${id}`, { name: `Loop ${i}` }));
    };
    /** Ages the kept versions by `by` days. */
    const age = (id: string, by: number) =>
      sql(`update ${table} set kept_at = kept_at - make_interval(days => $2) where ${column} = $1`, [id, by]);
    const kept = async (id: string): Promise<KeptVersion[]> =>
      (await expectOk(send('GET', `${list}/${id}/kept-versions?limit=100`))).items;
    const listed = async (id: string): Promise<number[]> =>
      (await expectOk(api('GET', `${list}/${id}/versions?limit=100`))).items.map(
        ({ version }: { version: number }) => version,
      );
    const name = (id: string, version: number | string, label: unknown) =>
      send('PUT', `${list}/${id}/versions/${version}/label`, { label });

    test('after 30 writes by a key, what a person saved last remains readable and restorable (contract: Versions 5)', async () => {
      const id = await created();
      await rename(id, 'By a person');
      await renameByKey(id, 30);
      expect(await listed(id)).toEqual(Array.from({ length: 25 }, (_, i) => 32 - i));
      expect(await expectOk(api('GET', `${list}/${id}/versions/2`)).then(nameOf)).toBe('By a person');
      expect((await api('GET', `${list}/${id}/versions/1`)).status).toBe(404);
      expect(await kept(id)).toMatchObject([{ version: 2, label: null, author: { type: 'user' } }]);
      const [{ keptUntil } = { keptUntil: null }] = await kept(id);
      expect(Date.parse(String(keptUntil)) - Date.now()).toBeGreaterThan((KEPT_DAYS - 1) * 86_400_000);
      const { changes: found } = await expectOk(send('GET', changes(id, 2, 32)));
      expect(found).toContainEqual(expect.objectContaining({ before: 'By a person', after: 'Loop 29' }));
      expect(await expectOk(send('POST', `${list}/${id}/versions/2/restore`))).toMatchObject({
        ...{ restored: 2, version: 33 },
      });
      expect((await expectOk(api('GET', `${list}/${id}`))).name).toBe('By a person');
    });

    test('a person who saves or restores after 24 writes by a key keeps what a person saved before (contract: Versions 5)', async () => {
      const id = await created();
      await rename(id, 'By a person');
      await renameByKey(id, 24);
      await rename(id, 'One word');
      expect(await kept(id)).toMatchObject([{ version: 2, label: null, author: { type: 'user' } }]);
      await renameByKey(id, 24);
      await expectOk(send('POST', `${list}/${id}/versions/2/restore`));
      expect((await kept(id)).map(({ version }) => version)).toEqual([27, 2]);
      expect((await expectOk(api('GET', `${list}/${id}`))).name).toBe('By a person');
    });

    test("a person's own saves keep only named versions (contract: Versions 5; Versions 6)", async () => {
      const id = await created();
      await rename(id, 'Good');
      await expectOk(name(id, 2, 'Before the sale'));
      for (let i = 0; i < 25; i++) await rename(id, `Name ${i}`);
      expect(await kept(id)).toMatchObject([{ version: 2, label: 'Before the sale' }]);
      expect((await api('GET', `${list}/${id}/versions/1`)).status).toBe(404);
    });

    test('a named version is kept, listed with its name, and loses it again (contract: Versions 6)', async () => {
      const id = await created();
      expect(await expectOk(name(id, 1, '  Launch '))).toEqual({ version: 1, label: 'Launch' });
      expect(await kept(id)).toMatchObject([{ version: 1, label: 'Launch', keptUntil: null }]);
      expect(await expectOk(api('GET', `${list}/${id}/versions`))).not.toHaveProperty('items.0.label');
      expect(await expectOk(name(id, 1, null))).toEqual({ version: 1, label: null });
      expect(await kept(id)).toEqual([]);
      for (const none of ['2', '0', 'x', '99999999999']) expect((await name(id, none, 'A')).status).toBe(404);
      for (const wrong of ['', '   ', 'a'.repeat(101), 5])
        expect((await name(id, 1, wrong)).status).toBe(400);
      expect((await send('PUT', `${list}/${id}/versions/1/label`, {})).status).toBe(400);
      const viewer = await team.people.viewer.send(
        'PUT',
        `/app/api/stores/${team.storeId}${list}/${id}/versions/1/label`,
        { label: 'A' },
      );
      expect(viewer.status).toBe(403);
    });

    test('at most nine have a name; the tenth is rejected with what to do instead (contract: Versions 6)', async () => {
      const id = await created();
      for (let i = 0; i < 9; i++) await rename(id, `Name ${i}`);
      for (let version = 1; version <= 9; version++) await expectOk(name(id, version, `N${version}`));
      expect(await name(id, 10, 'One more')).toMatchObject({
        status: 409,
        body: { error: '9 versions already have a name; remove one of the names first' },
      });
      await expectOk(name(id, 9, 'Renamed'));
      await expectOk(name(id, 9, null));
      await expectOk(name(id, 10, 'One more'));
    });

    test('keeps the newest 10 of those without a name (contract: Versions 5)', async () => {
      const id = await created();
      await rename(id, 'Second');
      // As if earlier loops had displaced many versions.
      await sql(
        `insert into ${table} select (json_populate_record(v, json_build_object('version', n, 'kept_at', now(),
         'label', case when n = -9 then 'Oldest' end))).* from ${table} v, generate_series(-9, 0) n
       where v.${column} = $1 and v.version = 1`,
        [id],
      );
      await renameByKey(id, 26);
      const numbers = (await kept(id)).map(({ version }) => version);
      expect(numbers).toEqual([2, 0, -1, -2, -3, -4, -5, -6, -7, -9]);
    });

    test('hides a kept version after 180 days and deletes it from the table (contract: Versions 5)', async () => {
      const id = await created();
      await renameByKey(id, 26);
      await age(id, KEPT_DAYS - 1);
      expect(await kept(id)).toHaveLength(1);
      await age(id, 2);
      expect(await kept(id)).toEqual([]);
      expect((await api('GET', `${list}/${id}/versions/1`)).status).toBe(404);
      expect((await send('POST', `${list}/${id}/versions/1/restore`)).status).toBe(404);
      expect((await name(id, 1, 'Late')).status).toBe(404);
      const { maintain } = await import('../../src/processes/maintain.ts');
      const { readConfig } = await import('../../src/config.ts');
      expect(await maintain(readConfig(outstep.env))).toMatchObject({
        versionsForgotten: expect.any(Number),
      });
      expect(
        await sql(`select version from ${table} where ${column} = $1 and kept_at is not null`, [id]),
      ).toEqual([]);
    });

    test('go to the trash and are restored with name and time (contract: Versions 5; Trash 2)', async () => {
      const id = await created();
      await expectOk(name(id, 1, 'Launch'));
      await renameByKey(id, 26);
      const before = await kept(id);
      expect(before).toMatchObject([{ version: 1, label: 'Launch', keptUntil: expect.any(String) }]);
      await expectOk(api('DELETE', `${list}/${id}`));
      await expectOk(send('POST', `/trash/${id}/restore`));
      expect(await kept(id)).toEqual(before);
      expect(await listed(id)).toHaveLength(25);
      expect(await expectOk(api('GET', `${list}/${id}/versions/1`)).then(nameOf)).toBe('First');
    });
  },
);

test('a shared section keeps a named version when a person continues to save (contract: Versions 6; Presets 1)', async () => {
  const { owner } = team.people;
  const send = (method: string, path: string, body?: unknown) =>
    expectOk(owner.send(method, `/app/api/stores/${team.storeId}/presets${path}`, body));
  const { id } = await send('POST', '?kind=footer&name=First', JSON.stringify([]));
  await send('PUT', `/${id}/versions/1/label`, { label: 'Launch' });
  for (let i = 0; i < 26; i++) await send('PATCH', `/${id}`, { name: `Name ${i}` });
  const { items } = await send('GET', `/${id}/kept-versions`);
  expect(items).toMatchObject([{ version: 1, label: 'Launch', keptUntil: expect.any(String) }]);
  expect((await send('GET', `/${id}/versions`)).total).toBe(25);
  await send('POST', `/${id}/versions/1/restore`);
  expect((await send('GET', `/${id}`)).name).toBe('First');
});

test('erasing a customer removes their address from names and deletes a trashed record that names it (contract: Unsubscribing and erasing 3; Versions 5)', async () => {
  const address = 'zoe.label@person.example';
  const { owner } = team.people;
  const send = (method: string, path: string, body?: unknown) =>
    expectOk(owner.send(method, `/app/api/stores/${team.storeId}${path}`, body));
  const named = async () => {
    const { id } = await send('POST', '/email-templates', { name: 'Offer', subject: 'S' });
    await send('PUT', `/email-templates/${id}/versions/1/label`, { label: `For ${address} only` });
    return id as string;
  };
  const [stays, trashed] = [await named(), await named()];
  await send('DELETE', `/email-templates/${trashed}`);
  await outstep.operator(team.storeId, 'erase_customer', { email: address });
  const { items } = await send('GET', `/email-templates/${stays}/kept-versions`);
  expect(items).toMatchObject([{ version: 1, label: 'For ______ only' }]);
  expect((await send('GET', '/trash')).items.map(({ id }: { id: string }) => id)).not.toContain(trashed);
});
