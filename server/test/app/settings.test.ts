import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bind, statement } from '../../src/kernel/ports.ts';
import { addFile, pngOf } from '../harness/files.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;

beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
/** Each test starts with empty lists. */
beforeEach(async () => {
  team = await team.another();
});
afterAll(() => outstep?.close());

const read = async () =>
  (await team.people.viewer.send('GET', `/app/api/stores/${team.storeId}/settings`)).body;
const change = (settings: string[], headers = {}) =>
  team.people.editor.send('PATCH', `/app/api/stores/${team.storeId}/settings`, { settings }, headers);

const use = statement(
  'test_quota_use',
  `insert into quota_usage (store_id, month, used)
   values ($1, date_trunc('month', now() at time zone 'utc')::date, $2),
          ($1, (date_trunc('month', now() at time zone 'utc') - interval '1 month')::date, 99)`,
);

test("200 with all settings for a viewer, and this month's quota usage", async () => {
  expect(await read()).toMatchObject({ settings: {}, usedThisMonth: 0 });
  const logo = await addFile(outstep, team.storeId, 'logo.png', await pngOf());
  expect(
    (await change([`logo=${logo}`, 'companyDetails=Tea Ltd', 'companyDetails.DE=Tee GmbH'])).status,
  ).toBe(200);
  await outstep.operator(team.storeId, 'set_limits', { limits: ['quota=500'] });
  await outstep.core.database.forStore(team.storeId).rows(bind(use, team.storeId, 41));
  expect(await read()).toMatchObject({
    settings: { logo, companyDetails: 'Tea Ltd', 'companyDetails.de': 'Tee GmbH', quota: '500' },
    usedThisMonth: 41,
  });
});

test('412 for a stale save, changing nothing', async () => {
  const { revision } = await read();
  expect((await change(['companyDetails=Mine'], { 'if-match': `"${revision}"` })).status).toBe(200);
  const late = await change(['companyDetails=Late'], { 'if-match': `"${revision}"` });
  expect(late.status).toBe(412);
  const now = await read();
  expect(now.settings).toEqual({ companyDetails: 'Mine' });
  expect((await change(['companyDetails='], { 'if-match': `"${now.revision}"` })).body.settings).toEqual({});
});

test('412 for all but one of several concurrent saves', async () => {
  const { revision } = await read();
  const saved = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) =>
      change([`companyDetails.${name}${name}=${name}`], { 'if-match': `"${revision}"` }),
    ),
  );
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
  expect(Object.keys((await read()).settings)).toHaveLength(1);
});

test('400 names the setting and its language', async () => {
  expect(await change(['unsubscribeText.de=Tschüss', 'companyDetails.=x'])).toMatchObject({
    status: 400,
    body: {
      error:
        'unsubscribeText.de: must contain {{ unsubscribe_link }} or {{ unsubscribe_url }}; companyDetails.: not a language code such as de or pt-br',
    },
  });
});
