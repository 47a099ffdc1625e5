import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../src/adapters/postgres/database.ts';
import { type HistoryFilter, pageOfHistory } from '../../src/features/records/history/list-history.store.ts';
import { searchExecutions } from '../../src/features/records/history/search-executions.store.ts';
import { bind, statement } from '../../src/kernel/ports.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';

let outstep: Outstep;
let database: Database;

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
  const url = outstep.env['DATABASE_URL'] as string;
  database = createDatabase({ url, maxConnections: 1, namedStatements: true, onError: () => {} });
});
afterAll(async () => {
  await database?.close();
  await outstep?.close();
});

const kept = statement<{ statements: number }>(
  'test_prepared_statements',
  `select count(*)::integer as statements from pg_prepared_statements where name like 'history%'`,
);

const CONFIG = '01a1e4ef-79ea-7a75-bb67-999629b0bd09';
const choices = {
  actionType: 'EMAIL',
  status: 'FAILED',
  actionConfigId: CONFIG,
  warnings: true,
  locale: 'de',
  trigger: 'test',
  runId: 'run-1',
} as const satisfies HistoryFilter;

const filters = Array.from(
  { length: 2 ** Object.keys(choices).length },
  (_, set): HistoryFilter =>
    Object.fromEntries(Object.entries(choices).filter((_, i) => (set & (2 ** i)) !== 0)),
);

test('a connection keeps few statements, whatever filters are combined', async () => {
  const db = database.forStore(await outstep.newStore());
  const page = { page: 1, limit: 25 };
  const words = ['1'];
  for (const filter of filters) {
    await pageOfHistory(db, page, filter);
    await searchExecutions(db, page, filter, { q: 'x', words, runWords: filter.runId ? words : null });
  }
  const [after] = await db.rows(bind(kept));
  expect(after?.statements).toBeLessThan(80);
});
