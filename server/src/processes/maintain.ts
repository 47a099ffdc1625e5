import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { BEGIN_LONG } from '../adapters/postgres/limits.ts';
import { withOperator } from '../adapters/postgres/roles.ts';
import { type Config, readConfig } from '../config.ts';
import { OLD_AUDIT, OLD_PEOPLE_EVENTS } from '../features/access/audit/audit.store.ts';
import { OLD_TEST_MAILS } from '../features/access/limits/limits.store.ts';
import {
  ENDED_SESSIONS,
  ENDED_VERIFICATIONS,
  OLD_DEVICES,
  OLD_LIMITS,
} from '../features/access/people/members.store.ts';
import { OLD_NOTICES } from '../features/access/people/notices.store.ts';
import { OLD_ALERTS } from '../features/alerts/alerts/alerts.store.ts';
import { OLD_MESSAGES } from '../features/alerts/telling/messages.store.ts';
import { OLD_SIGNALS } from '../features/alerts/watching/signals.store.ts';
import { ENDED_INPUTS, OLD_DELIVERIES, OLD_RUNS } from '../features/delivery/ledger/forgetting.store.ts';
import { STALE_STEPS } from '../features/delivery/step-references/step-references.store.ts';
import { OLD_DRAFTS } from '../features/layouts/drafts/drafts.store.ts';
import { OLD_TRIGGER_COUNTS } from '../features/records/stats/stats.store.ts';
import { OLD_TRASH } from '../features/records/trash/trash.store.ts';
import { OLD_CAPTURED } from '../features/sending/capture/capture.store.ts';
import { ENDED_ATTEMPTS } from '../features/sending/mailboxes/attempts.store.ts';
import type { Forgetting } from '../kernel/forgetting.ts';
import { sweepFiles } from './sweep-files.ts';

type DatabaseSettings = Pick<Config, 'databaseAdminUrl' | 'historyDays'>;

/** The report of `outstep maintain`. */
export interface Maintained {
  partitionsMade: number;
  partitionsDropped: number;
  countersFolded: number;
  inputsErased: number;
  runsForgotten: number;
  stepsForgotten: number;
  auditForgotten: number;
  trashEmptied: number;
  sessionsForgotten: number;
}

/** Small enough that nobody waits for the rows of one, large enough that a day's work is soon done. */
const PAGE = 5_000;

/** One page of a chore, in a transaction of its own; safe at any time and repeatedly. */
interface Chore {
  name: string;
  page(
    client: pg.Client,
    settings: DatabaseSettings,
  ): Promise<{ counts: Partial<Maintained>; isLast: boolean }>;
}

const forget = (name: string, { table, where }: Forgetting, counted?: keyof Maintained): Chore => ({
  name,
  async page(client, { historyDays }) {
    const values = where.includes('$1') ? [historyDays] : [];
    const { rowCount } = await client.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${PAGE}))`,
      values,
    );
    const count = rowCount ?? 0;
    return { counts: counted ? { [counted]: count } : {}, isLast: count < PAGE };
  },
});

const chores: readonly Chore[] = [
  {
    name: 'make partitions ahead, drop history past retention',
    async page(client, { historyDays }) {
      const { rows } = await client.query<{ made: number; dropped: number }>(
        'select * from maintain_history($1)',
        [historyDays],
      );
      await client.query('select maintain_recipients($1)', [historyDays]);
      const { made = 0, dropped = 0 } = rows[0] ?? {};
      return { counts: { partitionsMade: made, partitionsDropped: dropped }, isLast: true };
    },
  },
  {
    name: 'fold counters of past days',
    async page(client) {
      const { rows } = await client.query<{ count: number }>(
        'select fold_execution_counts($1)::int as count',
        [PAGE],
      );
      const count = rows[0]?.count ?? 0;
      return { counts: { countersFolded: count }, isLast: count < PAGE };
    },
  },
  forget('forget counters past retention', OLD_TRIGGER_COUNTS),
  forget('erase what ended steps were given', ENDED_INPUTS, 'inputsErased'),
  forget('delete captured mails after a week', OLD_CAPTURED),
  forget('forget old runs', OLD_RUNS, 'runsForgotten'),
  forget('forget old deliveries', OLD_DELIVERIES),
  forget('forget steps that nobody has seen for long', STALE_STEPS, 'stepsForgotten'),
  forget('forget entries of the audit log past retention', OLD_AUDIT, 'auditForgotten'),
  forget('forget sign-ins past retention', OLD_PEOPLE_EVENTS),
  forget('delete for good what has been in the trash for its days', OLD_TRASH, 'trashEmptied'),
  forget('delete drafts that nobody has changed for 30 days', OLD_DRAFTS),
  forget('forget sessions that have ended', ENDED_SESSIONS, 'sessionsForgotten'),
  forget('forget links that have ended', ENDED_VERIFICATIONS),
  forget('forget attempts of long ago', OLD_LIMITS),
  forget('forget what is no news any more', OLD_NOTICES),
  forget('forget browsers that nobody signs in with', OLD_DEVICES),
  forget('forget how many test mails there were', OLD_TEST_MAILS),
  forget('forget alerts that were over 90 days ago', OLD_ALERTS),
  forget('forget alerts that nobody could be told of', OLD_MESSAGES),
  forget('forget signals that nobody judged', OLD_SIGNALS),
  forget('forget mailboxes that nobody came back to connect', ENDED_ATTEMPTS),
];

export interface Maintaining {
  /** Whether to wait while another process maintains; otherwise its work is left to it. */
  waits: boolean;
  isStopping(): boolean;
  /** After each page that was not the last. */
  onProgress(sentence: string): void;
}

const atOnce: Maintaining = { waits: true, isStopping: () => false, onProgress: () => undefined };

const LOCK = "hashtext('outstep maintain')";
const LOOK_AGAIN_MS = 100;

/**
 * One process maintains at a time: each page takes a lock that ends with its transaction, which holds through a pooler
 * too. `null` when another one is at it.
 */
async function pageAlone<T>(
  client: pg.Client,
  { waits }: Maintaining,
  work: () => Promise<T>,
): Promise<T | null> {
  for (;;) {
    await client.query(BEGIN_LONG);
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_xact_lock(${LOCK}) as mine`,
      );
      const value = rows[0]?.mine ? await work() : null;
      await client.query('commit');
      if (value !== null || !waits) return value;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

async function runChore(
  client: pg.Client,
  chore: Chore,
  settings: DatabaseSettings,
  how: Maintaining,
  done: Maintained,
) {
  for (let pages = 1; !how.isStopping(); pages++) {
    const page = await pageAlone(client, how, () => chore.page(client, settings));
    if (page === null) return;
    for (const [name, count] of Object.entries(page.counts)) done[name as keyof Maintained] += count;
    if (page.isLast) return;
    how.onProgress(`${chore.name}: ${pages * PAGE}`);
  }
}

/** All maintenance of the database. A chore that fails does not keep the others from being done. */
export const maintain = (settings: DatabaseSettings, how: Maintaining = atOnce): Promise<Maintained> =>
  withOperator(settings.databaseAdminUrl, 'maintain', async (client) => {
    const done: Maintained = {
      ...{ partitionsMade: 0, partitionsDropped: 0, countersFolded: 0, inputsErased: 0, runsForgotten: 0 },
      ...{ stepsForgotten: 0, auditForgotten: 0, trashEmptied: 0, sessionsForgotten: 0 },
    };
    const failures: unknown[] = [];
    for (const chore of chores)
      await runChore(client, chore, settings, how, done).catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    return done;
  });

type Settings = DatabaseSettings & Pick<Config, 'files'>;

/** The database, then orphaned files in storage. */
export const maintainAll = async (settings: Settings, how: Maintaining) => ({
  ...(await maintain(settings, how)),
  filesSwept: how.isStopping() ? 0 : await sweepFiles(settings),
});

/** `outstep maintain`. */
export const runMaintain = (env: NodeJS.ProcessEnv, onProgress: (sentence: string) => void) =>
  maintainAll(readConfig(env), { ...atOnce, onProgress });
