import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileKeyOf, KEY_BYTES } from '../../src/features/library/files/file-keys.rules.ts';
import { OperationError } from '../../src/kernel/error.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { call, type TestResponse } from '../harness/client.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sized } from '../harness/size.ts';

const RACES = sized(120, 1000);
/** The minimum of each case and outcome, or it was no race. */
const FEWEST = sized(1, 6);
/** The number of concurrent races, each with its own layout. */
const LANES = 12;
const EACH = Math.ceil(RACES / LANES);
/** Enough that no budget is exhausted. */
const KEYS = 40;

let outstep: Outstep;
let store: string;
let keys: TestKey[];
let files: string[];

beforeAll(async () => {
  outstep = await startOutstep({ processes: 2 });
  store = await outstep.newStore();
  keys = await Promise.all(Array.from({ length: KEYS }, () => outstep.newKey(store, 'write')));
  files = Array.from({ length: RACES + 1 }, () =>
    fileKeyOf(outstep.core.runtime.randomBytes(KEY_BYTES), 'pdf'),
  );
  await query(
    `insert into files (store_id, key, filename, content_type, size)
     select $1, key, 'raced.pdf', 'application/pdf', 9 from unnest($2::text[]) as key`,
    [store, files],
  );
});
afterAll(() => outstep?.close());

const query = (sql: string, values: unknown[]) =>
  withClient(outstep.env['DATABASE_URL'] ?? '', async (client) => (await client.query(sql, values)).rows);

let asked = 0;
const statuses = new Map<number, number>();

async function api(method: string, path: string, body?: unknown): Promise<TestResponse> {
  const i = asked++;
  const origin = outstep.apis[i % outstep.apis.length]?.origin ?? '';
  const answer = await call(origin, keys[i % KEYS]?.key ?? null, method, `/api/v1${path}`, body);
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  return answer;
}

async function finishedWith(answer: Promise<TestResponse>) {
  const { status, text, body } = await answer;
  expect([200, 201], text).toContain(status);
  return body;
}

const attached = (fileKey: string) => ({ attachments: [{ filename: 'a.pdf', fileKey }] });
const shown = (fileKey: string) => ({ bodyDesign: { blocks: [{ type: 'image', fileKey, alt: '' }] } });

type Outcome = Pick<TestResponse, 'status' | 'text' | 'body'>;

/** One way to start using a file: the preparation, the save itself, and the field that names the file. */
interface RaceCase {
  layout: JsonObject;
  prepare?(path: string, key: string): Promise<number>;
  save(path: string, key: string, prepared: number): Promise<Outcome>;
  field: string;
  /** A restore after the delete restores the file, because a version kept it. */
  bringsBack?: boolean;
}

/** Presets are added by the operator, so there is no status; an error corresponds to REST's 400. */
async function presetAdded(key: string): Promise<Outcome> {
  const bytes = Buffer.from(JSON.stringify(shown(key).bodyDesign.blocks));
  const fields = { kind: 'footer', name: key, file: { name: 'footer.json', bytes } };
  try {
    return { status: 201, text: '', body: await outstep.operator(store, 'add_preset', fields) };
  } catch (error) {
    if (!(error instanceof OperationError && error.kind === 'invalid')) throw error;
    return { status: 400, text: error.message, body: { error: error.message } };
  }
}

const text = { name: 'Text', subject: 'Text', bodyType: 'text' };
const visual = { name: 'Visual', subject: 'Visual' };

const raceCases: Record<string, RaceCase> = {
  'PATCH of attachments': {
    layout: text,
    save: (path, key) => api('PATCH', path, attached(key)),
    field: 'attachments[0].fileKey',
  },
  'PUT of a translation': {
    layout: text,
    save: (path, key) => api('PUT', `${path}/translations/de`, { subject: 'Text', ...attached(key) }),
    field: 'attachments[0].fileKey',
  },
  'PATCH of a design': {
    layout: visual,
    save: (path, key) => api('PATCH', path, shown(key)),
    field: 'bodyDesign.blocks[0].fileKey',
  },
  restore: {
    layout: text,
    async prepare(path, key) {
      const { version } = await finishedWith(api('PATCH', path, attached(key)));
      await finishedWith(api('PATCH', path, { attachments: [] }));
      return version;
    },
    save: (path, _key, version) => api('POST', `${path}/versions/${version}/restore`),
    field: 'attachments[0].fileKey',
    bringsBack: true,
  },
  'restore of a translation': {
    layout: text,
    async prepare(path, key) {
      await finishedWith(api('PUT', `${path}/translations/de`, { subject: 'Text', ...attached(key) }));
      const { version } = await finishedWith(api('GET', path));
      await finishedWith(api('DELETE', `${path}/translations/de`));
      return version;
    },
    save: (path, _key, version) => api('POST', `${path}/versions/${version}/restore`),
    field: 'translations.de.attachments[0].fileKey',
    bringsBack: true,
  },
  'adding a preset': { layout: visual, save: (_path, key) => presetAdded(key), field: 'blocks[0].fileKey' },
};

const FIRST_STEP_MS = 4;

/** Staggers the two starts so that each side wins some of the races. */
class StartOffset {
  #ms = 0;
  #step = FIRST_STEP_MS;
  #deleteWon = true;

  /** A save checks and compiles before it reaches the files, so it gets a head start. */
  async before() {
    if (this.#ms > 0) await pause(this.#ms);
  }

  /** The side that keeps winning gets a growing handicap. */
  learn(deleteWon: boolean) {
    this.#step = deleteWon === this.#deleteWon ? this.#step * 1.5 : FIRST_STEP_MS;
    this.#deleteWon = deleteWon;
    this.#ms = Math.max(0, this.#ms + (deleteWon ? 1 : -1) * this.#step * (0.5 + Math.random()));
  }
}

async function race(
  path: string,
  way: RaceCase,
  key: string,
  lead: StartOffset,
): Promise<'saved' | 'deleted'> {
  const prepared = (await way.prepare?.(path, key)) ?? 0;
  const [saved, deleted] = await Promise.all([
    way.save(path, key, prepared),
    lead.before().then(() => api('DELETE', '/files', { key })),
  ]);
  lead.learn(deleted.status === 200);
  if (deleted.status === 200 && way.bringsBack) {
    expect(saved.status, saved.text).toBe(200);
    expect((await api('DELETE', '/files', { key })).status).toBe(409);
    return 'deleted';
  }
  if (deleted.status === 200) {
    expect([saved.status, saved.body.error]).toEqual([400, `${way.field}: unknown file`]);
    return 'deleted';
  }
  expect([200, 201], saved.text).toContain(saved.status);
  expect([deleted.status, deleted.body.error]).toEqual([
    409,
    expect.stringMatching(/^in use by (?:layout|preset) "|^in use by a record that is being saved right now/),
  ]);
  return 'saved';
}

test(`either the delete or the save succeeds, never both; a restore brings the file back, ${RACES} times (spec: Uploaded files 2; Layout validation 2) (contract: Senders, secrets, files 14)`, async () => {
  const waiting = [...files];
  const outcomes = new Map<string, number>();
  const used = files.slice(-1);
  // One after the other: on a busy machine the processes that compile take seconds to start.
  const lanes: { name: string; way: RaceCase; path: string }[] = [];
  for (let i = 0; i < LANES; i++) {
    const [name, way] = Object.entries(raceCases)[i % Object.keys(raceCases).length] as [string, RaceCase];
    const { id } = await finishedWith(api('POST', '/email-templates', way.layout));
    lanes.push({ name, way, path: `/email-templates/${id}` });
  }
  await presetAdded(waiting.pop() as string);
  const run = async ({ name, way, path }: (typeof lanes)[0]) => {
    const lead = new StartOffset();
    for (const key of waiting.splice(0, EACH)) {
      const winner = await race(path, way, key, lead);
      if (winner === 'saved' || way.bringsBack) used.push(key);
      const outcome = `${name}: ${winner}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(lanes.map(run));

  console.log(Object.fromEntries([...outcomes].toSorted()));
  // If one side always wins, it is not a race.
  for (const name of Object.keys(raceCases))
    for (const winner of ['saved', 'deleted'])
      expect(outcomes.get(`${name}: ${winner}`) ?? 0, `${name}: ${winner}`).toBeGreaterThanOrEqual(FEWEST);
  expect(statuses.get(429) ?? 0).toBeLessThan(asked / 100);

  const rows = await query('select key from files where store_id = $1', [store]);
  expect(rows.map(({ key }) => key).sort()).toEqual(used.sort());
});
