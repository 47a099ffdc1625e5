import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedMail } from '../harness/layouts.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;
beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
afterAll(() => outstep?.close());

const createLayout = async (of = team) =>
  (
    await of.people.editor.send('POST', `/app/api/stores/${of.storeId}/email-templates`, {
      ...{ name: 'A', subject: 'S' },
    })
  ).body.id as string;
const runs = (id: string, of = team) =>
  team.people.viewer.send('GET', `/app/api/stores/${of.storeId}/email-templates/${id}/runs`);
const accept = (id: string, given: object) =>
  acceptedMail(outstep.core, team.storeId, id, given as Record<string, never>);

interface Run {
  variables: { n?: number };
}

test('returns the last ten runs with masked step input, newest first (contract: The app 18)', async () => {
  const [id, other] = [await createLayout(), await createLayout()];
  await accept(other, { n: 100 });
  expect((await runs(id)).body).toMatchObject({ items: [], total: 0 });
  for (let n = 0; n < 12; n++) await accept(id, { n });
  const last = await accept(id, { n: 12, customer: { first_name: 'Maria', note: 'Maria rings' } });
  const { status, body } = await runs(id);
  expect([status, body.items.map(({ variables }: Run) => variables.n)]).toEqual([
    ...[200, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]],
  ]);
  expect(body.items[0]).toEqual({
    ...{ id: last, status: 'PENDING', createdAt: expect.any(String), locale: null },
    variables: { n: 12, customer: { first_name: 'M******', note: 'M****** rings' } },
  });
});

test('omits oversized inputs except the start of the newest run', async () => {
  const id = await createLayout();
  await accept(id, { n: 1 });
  await accept(id, { n: 2, text: 'x y '.repeat(200_000) });
  await accept(id, { n: 3, list: Array.from({ length: 20_000 }, (_, i) => ({ i })) });
  const { status, text, body } = await runs(id);
  expect([status, body.items.map(({ variables }: Run) => variables.n)]).toEqual([200, [3]]);
  expect(text.length).toBeLessThan(300_000);
});

test('404 for a layout of another store', async () => {
  const there = await newTeam(outstep);
  const id = await createLayout(there);
  expect((await runs(id)).status).toBe(404);
  expect((await runs(id, there)).status).toBe(404);
});
