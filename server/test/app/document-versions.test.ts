import { describe, expect, test } from 'vitest';
import { withClient } from '../harness/postgres.ts';
import { expectOk, keyedTeam } from './team.ts';

const { outstep, team } = await keyedTeam('write', 'Deploy');

/**
 * Kinds of documents that share one implementation; each has its own person, because budgets are per person.
 */
const kinds = [
  {
    ...{ kind: 'HTTP request', list: '/http-requests', table: 'http_requests', person: team.people.owner },
    create: (name: string) => ['/http-requests', { name, url: 'https://example.com/' }] as const,
    nameOf: (version: { request: { name: string } }) => version.request.name,
  },
  {
    ...{ kind: 'shared section', list: '/presets', table: 'presets', person: team.people.editor },
    create: (name: string) =>
      [`/presets?${new URLSearchParams({ kind: 'footer', name })}`, JSON.stringify([])] as const,
    nameOf: (version: { name: string }) => version.name,
  },
];

describe.each(kinds)('versions of one $kind', ({ list, table, person, create, nameOf }) => {
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    person.send(method, `/app/api/stores/${team.storeId}${path}`, body, headers);
  const created = async (): Promise<string> => {
    const [path, body] = create('First');
    return (await expectOk(send('POST', path, body))).id;
  };
  const rename = (id: string, name: string, headers = {}) =>
    send('PATCH', `${list}/${id}`, { name }, headers);
  const versionsOf = async (id: string) =>
    (await expectOk(send('GET', `${list}/${id}/versions?limit=100`))).items as {
      version: number;
      summary: string;
    }[];

  test('404 for a malformed or pruned version number', async () => {
    const id = await created();
    await expectOk(rename(id, 'Second'));
    expect(nameOf((await send('GET', `${list}/${id}/versions/1`)).body)).toBe('First');
    for (const none of ['0', '3', '01', 'x', '1e0', '99999999999'])
      for (const [method, below] of [
        ['GET', ''],
        ['GET', '/changes'],
        ['POST', '/restore'],
      ] as const)
        expect((await send(method, `${list}/${id}/versions/${none}${below}`)).status, none).toBe(404);
  });

  test('keeps the newest 25 and never repeats a number', async () => {
    const id = await created();
    for (let i = 0; i < 26; i++) await expectOk(rename(id, `Name ${i}`));
    const numbers = (await versionsOf(id)).map(({ version }) => version);
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, i) => 27 - i));
  });

  test('keeps content that the previous release wrote without recording a version', async () => {
    const id = await created();
    await withClient(outstep.env['DATABASE_URL'] as string, (client) =>
      client.query(
        `update ${table} set name = 'By the release before', revision = revision + 1 where id = $1`,
        [id],
      ),
    );
    await expectOk(rename(id, 'Newest'));
    expect((await versionsOf(id)).map(({ version, summary }) => [version, summary])).toEqual([
      [3, 'Changed name'],
      [2, 'As it was before versions were kept'],
      [1, 'Created'],
    ]);
    await expectOk(send('POST', `${list}/${id}/versions/2/restore`));
    expect((await expectOk(send('GET', `${list}/${id}`))).name).toBe('By the release before');
  });

  test('412 names the members that changed since, for a save and for a restore', async () => {
    const id = await created();
    await expectOk(rename(id, 'Second'));
    const stale = { 'if-match': '"r1"' };
    const refused = { status: 412, body: { error: expect.stringContaining('(name)') } };
    expect(await rename(id, 'Third', stale)).toMatchObject(refused);
    expect(await send('POST', `${list}/${id}/versions/1/restore`, undefined, stale)).toMatchObject(refused);
    expect(await versionsOf(id)).toHaveLength(2);
  });

  test('records one version for each of many writers at once', async () => {
    const id = await created();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => rename(id, `Name ${i}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });
});
