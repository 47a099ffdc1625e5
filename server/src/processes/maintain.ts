import type pg from 'pg';
import { withOperator } from '../adapters/postgres/roles.ts';
import { type Config, readConfig } from '../config.ts';
import { FORGET_AUDIT } from '../features/access/audit/audit.store.ts';
import { FORGET_SESSIONS, FORGET_VERIFICATIONS } from '../features/access/people/members.store.ts';
import { DROP_STALE_STEPS } from '../features/delivery/step-references/step-references.store.ts';
import { EMPTY_TRASH } from '../features/records/trash/trash.store.ts';
import { FORGET_TRIGGER_COUNTS } from '../features/records/stats/stats.store.ts';
import { FORGET_ATTEMPTS } from '../features/sending/mailboxes/attempts.store.ts';
import { sweepFiles } from './sweep-files.ts';

type DatabaseSettings = Pick<Config, 'databaseAdminUrl' | 'historyDays'>;
type Settings = DatabaseSettings & Pick<Config, 'filesFolder'>;

/** The report of `outstep maintain`. */
export interface Maintained {
  partitionsMade: number;
  partitionsDropped: number;
  inputsErased: number;
  runsForgotten: number;
  stepsForgotten: number;
  auditForgotten: number;
  trashEmptied: number;
  sessionsForgotten: number;
}

type Counts = Partial<Maintained> & { filesSwept?: number };

/** One job of maintenance; safe to run at any time and repeatedly. */
interface DatabaseChore {
  name: string;
  inDatabase(client: pg.Client, settings: DatabaseSettings): Promise<Counts>;
}
interface StorageChore {
  name: string;
  inStorage(settings: Settings): Promise<Counts>;
}
export type Chore = DatabaseChore | StorageChore;

const databaseChores: readonly DatabaseChore[] = [
  {
    name: 'make partitions ahead, drop history past retention, fold counters of past days',
    async inDatabase(client, { historyDays }) {
      const { rows } = await client.query<{ made: number; dropped: number }>(
        'select * from maintain_history($1)',
        [historyDays],
      );
      await client.query('select maintain_recipients($1)', [historyDays]);
      await client.query(FORGET_TRIGGER_COUNTS, [historyDays]);
      return { partitionsMade: rows[0]?.made ?? 0, partitionsDropped: rows[0]?.dropped ?? 0 };
    },
  },
  {
    name: 'erase what ended steps were given, forget their runs',
    async inDatabase(client) {
      const { rows } = await client.query<{ erased: number; forgotten: number }>(
        'select inputs_erased::int as erased, runs_forgotten::int as forgotten from maintain_ledger()',
      );
      return { inputsErased: rows[0]?.erased ?? 0, runsForgotten: rows[0]?.forgotten ?? 0 };
    },
  },
  {
    name: 'forget steps that nobody has seen for long',
    inDatabase: async (client) => ({ stepsForgotten: (await client.query(DROP_STALE_STEPS)).rowCount ?? 0 }),
  },
  {
    name: 'forget entries of the audit log past retention',
    inDatabase: async (client, { historyDays }) => ({
      auditForgotten: (await client.query(FORGET_AUDIT, [historyDays])).rowCount ?? 0,
    }),
  },
  {
    name: 'delete for good what has been in the trash for its days',
    inDatabase: async (client) => ({ trashEmptied: (await client.query(EMPTY_TRASH)).rowCount ?? 0 }),
  },
  {
    name: 'forget sessions that have ended and mailboxes that nobody came back to connect',
    async inDatabase(client) {
      await client.query(FORGET_VERIFICATIONS);
      await client.query(FORGET_ATTEMPTS);
      return { sessionsForgotten: (await client.query(FORGET_SESSIONS)).rowCount ?? 0 };
    },
  },
];

export const chores: readonly Chore[] = [
  ...databaseChores,
  {
    name: 'remove what lies in storage and is no file',
    inStorage: async (settings) => ({ filesSwept: await sweepFiles(settings) }),
  },
];

/** Runs work under the lock that lets one process maintain at a time. */
const runAlone = <T>(settings: DatabaseSettings, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withOperator(settings.databaseAdminUrl, 'maintain', async (client) => {
    await client.query("set lock_timeout = '2s'");
    // Every worker does this on its own schedule; the second one finds it done.
    await client.query("select pg_advisory_lock(hashtext('outstep maintain'))");
    return work(client);
  });

const somethingDone = (counts: Counts) => Object.values(counts).some((count) => count > 0);

/** What it did; `null` when there was nothing to do. */
export async function runChore(chore: Chore, settings: Settings): Promise<Counts | null> {
  const counts =
    'inStorage' in chore
      ? await chore.inStorage(settings)
      : await runAlone(settings, (client) => chore.inDatabase(client, settings));
  return somethingDone(counts) ? counts : null;
}

/** All maintenance of the database. */
export const maintain = (settings: DatabaseSettings): Promise<Maintained> =>
  runAlone(settings, async (client) => {
    const counts: Counts = {};
    for (const chore of databaseChores) Object.assign(counts, await chore.inDatabase(client, settings));
    return counts as Maintained;
  });

/** `outstep maintain`: the database, then orphaned files in storage. */
export async function runMaintain(env: NodeJS.ProcessEnv): Promise<Maintained & { filesSwept: number }> {
  const config = readConfig(env);
  return { ...(await maintain(config)), filesSwept: await sweepFiles(config) };
}
