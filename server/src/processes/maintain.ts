import type pg from 'pg';
import { BEGIN_MAINTENANCE } from '../adapters/postgres/limits.ts';
import { withOperator } from '../adapters/postgres/roles.ts';
import { withAdvisoryLock } from '../adapters/postgres/run-alone.ts';
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
import { OLD_SIGNALS } from '../features/alerts/detection/signals.store.ts';
import { OLD_MESSAGES } from '../features/alerts/notifications/messages.store.ts';
import { ENDED_INPUTS, OLD_DELIVERIES, OLD_RUNS } from '../features/delivery/ledger/retention.store.ts';
import { STALE_STEPS } from '../features/delivery/step-references/step-references.store.ts';
import { OLD_TRASH } from '../features/documents/trash.store.ts';
import { requestVersions } from '../features/http-requests/versions.store.ts';
import { layoutVersions } from '../features/layouts/content/layout-versions.store.ts';
import { OLD_DRAFTS } from '../features/layouts/drafts/drafts.store.ts';
import { presetVersions } from '../features/layouts/presets/presets.store.ts';
import { OLD_TRIGGER_COUNTS } from '../features/records/stats/stats.store.ts';
import { OLD_CAPTURED } from '../features/sending/capture/capture.store.ts';
import { EXPIRED_ATTEMPTS } from '../features/sending/mailboxes/attempts.store.ts';
import type { RetentionRule } from '../kernel/retention.ts';
import { FILE_SWEEP, sweepFiles } from './sweep-files.ts';

type DatabaseSettings = Pick<Config, 'databaseAdminUrl' | 'historyDays'>;

/** The report of `outstep maintain`. */
export interface MaintenanceReport {
  partitionsMade: number;
  partitionsDropped: number;
  countersFolded: number;
  inputsErased: number;
  runsForgotten: number;
  stepsForgotten: number;
  auditForgotten: number;
  trashEmptied: number;
  versionsForgotten: number;
  sessionsForgotten: number;
}

/**
 * Small enough that no query waits long for the rows of a page, large enough that a day's work is soon done.
 */
const PAGE = 5_000;

/** A task in pages, each in a separate transaction; can safely run at any time and repeatedly. */
interface MaintenanceTask {
  name: string;
  page(
    client: pg.Client,
    settings: DatabaseSettings,
  ): Promise<{ counts: Partial<MaintenanceReport>; isLast: boolean }>;
}

const forget = (
  name: string,
  { table, where }: RetentionRule,
  counted?: keyof MaintenanceReport,
): MaintenanceTask => ({
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

// The page's own limit is meant for tables; another process creates its partitions within seconds.
const LOCK_PARTITIONS = `set local lock_timeout = '1min';
  select pg_advisory_xact_lock(hashtext('outstep partitions')); set local lock_timeout = '2s'`;

/**
 * Needed at once when an installation starts, so it has its own lock and never waits for all maintenance. A
 * partition is a month, so history is dropped in whole months (contract: History and stats 7).
 */
const partitions: MaintenanceTask = {
  name: 'create upcoming partitions and drop history past retention',
  async page(client, { historyDays }) {
    await client.query(LOCK_PARTITIONS);
    const { rows } = await client.query<{ made: number; dropped: number }>(
      'select * from maintain_history($1)',
      [historyDays],
    );
    for (const table of ['execution_recipients', 'execution_words'])
      await client.query('select maintain_months_of($1, $2)', [table, historyDays]);
    const { made = 0, dropped = 0 } = rows[0] ?? {};
    return { counts: { partitionsMade: made, partitionsDropped: dropped }, isLast: true };
  },
};

const chores: readonly MaintenanceTask[] = [
  partitions,
  {
    name: 'aggregate counters of past days',
    async page(client) {
      const { rows } = await client.query<{ count: number }>(
        'select fold_execution_counts($1)::int as count',
        [PAGE],
      );
      const count = rows[0]?.count ?? 0;
      return { counts: { countersFolded: count }, isLast: count < PAGE };
    },
  },
  forget('delete counters past retention', OLD_TRIGGER_COUNTS),
  forget('erase the data of finished steps', ENDED_INPUTS, 'inputsErased'),
  forget('delete captured emails after a week', OLD_CAPTURED),
  forget('delete old runs', OLD_RUNS, 'runsForgotten'),
  forget('delete old deliveries', OLD_DELIVERIES),
  forget('delete steps that have not run for a long time', STALE_STEPS, 'stepsForgotten'),
  forget('delete audit log entries past retention', OLD_AUDIT, 'auditForgotten'),
  forget('delete sign-ins past retention', OLD_PEOPLE_EVENTS),
  forget('delete expired records from the trash', OLD_TRASH, 'trashEmptied'),
  ...[requestVersions, layoutVersions, presetVersions].map(({ expired }) =>
    forget(`delete kept versions past their time from ${expired.table}`, expired, 'versionsForgotten'),
  ),
  forget('delete drafts unchanged for 30 days', OLD_DRAFTS),
  forget('delete expired sessions', ENDED_SESSIONS, 'sessionsForgotten'),
  forget('delete expired links', ENDED_VERIFICATIONS),
  forget('delete old sign-in attempts', OLD_LIMITS),
  forget('delete outdated security notices', OLD_NOTICES),
  forget('delete unused browsers', OLD_DEVICES),
  forget('delete test email counters', OLD_TEST_MAILS),
  forget('delete alerts resolved over 90 days ago', OLD_ALERTS),
  forget('delete undeliverable alert notifications', OLD_MESSAGES),
  forget('delete unprocessed signals', OLD_SIGNALS),
  forget('delete unfinished mailbox connections', EXPIRED_ATTEMPTS),
];

export interface MaintenanceOptions {
  isStopping(): boolean;
  /** Called after each page except the last. */
  onProgress(sentence: string): void;
}

const defaultOptions: MaintenanceOptions = { isStopping: () => false, onProgress: () => undefined };

/** The job's name, and that of its lock. */
export const MAINTENANCE = 'maintain';

async function runPage<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(BEGIN_MAINTENANCE);
  try {
    const value = await work();
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function runChore(
  client: pg.Client,
  chore: MaintenanceTask,
  settings: DatabaseSettings,
  how: MaintenanceOptions,
  done: MaintenanceReport,
) {
  for (let pages = 1; !how.isStopping(); pages++) {
    const page = await runPage(client, () => chore.page(client, settings));
    for (const [name, count] of Object.entries(page.counts)) done[name as keyof MaintenanceReport] += count;
    if (page.isLast) return;
    how.onProgress(`${chore.name}: ${pages * PAGE}`);
  }
}

/**
 * Runs all maintenance of the database. If a task fails, the others still run. The caller must ensure that no
 * other process is running maintenance.
 */
export const runMaintenanceTasks = (
  settings: DatabaseSettings,
  how: MaintenanceOptions,
): Promise<MaintenanceReport> =>
  withOperator(settings.databaseAdminUrl, MAINTENANCE, async (client) => {
    const done: MaintenanceReport = {
      ...{ partitionsMade: 0, partitionsDropped: 0, countersFolded: 0, inputsErased: 0, runsForgotten: 0 },
      ...{ stepsForgotten: 0, auditForgotten: 0, trashEmptied: 0, sessionsForgotten: 0 },
      versionsForgotten: 0,
    };
    const failures: unknown[] = [];
    for (const chore of chores)
      await runChore(client, chore, settings, how, done).catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    return done;
  });

/** Maintains the database; waits while another process does. */
export const maintain = (settings: DatabaseSettings, how: MaintenanceOptions = defaultOptions) =>
  withAdvisoryLock(settings.databaseAdminUrl, MAINTENANCE, ({ isLost }) =>
    runMaintenanceTasks(settings, { ...how, isStopping: () => how.isStopping() || isLost() }),
  );

/** Creates the partitions of the coming weeks, without which no history can be written. */
export const makePartitions = (settings: DatabaseSettings) =>
  withOperator(settings.databaseAdminUrl, MAINTENANCE, (client) =>
    runPage(client, () => partitions.page(client, settings)),
  );

/**
 * `outstep maintain`: maintains the database and then removes orphaned files from storage, each when no other
 * process is doing it.
 */
export async function runMaintain(env: NodeJS.ProcessEnv, onProgress: (sentence: string) => void) {
  const config = readConfig(env);
  const done = await maintain(config, { ...defaultOptions, onProgress });
  const filesSwept = await withAdvisoryLock(config.databaseAdminUrl, FILE_SWEEP, ({ isLost }) =>
    sweepFiles(config, isLost),
  );
  return { ...done, filesSwept };
}
