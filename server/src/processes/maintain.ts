import pg from 'pg';
import { type Config, readConfig } from '../config.ts';
import { FORGET_AUDIT } from '../features/access/audit/audit.store.ts';
import { FORGET_SESSIONS, FORGET_VERIFICATIONS } from '../features/access/people/members.store.ts';
import { DROP_STALE_STEPS } from '../features/delivery/step-references/step-references.store.ts';
import { FORGET_ATTEMPTS } from '../features/sending/mailboxes/attempts.store.ts';
import { sweepFiles } from './sweep-files.ts';

export interface Maintained {
  partitionsMade: number;
  partitionsDropped: number;
  inputsErased: number;
  runsForgotten: number;
  stepsForgotten: number;
  auditForgotten: number;
  sessionsForgotten: number;
}

/**
 * Partitions ahead, retention, counters of past days folded together; what ended steps were given erased, and
 * steps forgotten that nobody has seen for long; entries of the audit log past retention, sessions that have ended and mailboxes
 * that nobody came back to connect. Safe to run at any time and as often as you like.
 */
export async function maintain(
  settings: Pick<Config, 'databaseAdminUrl' | 'historyDays'>,
): Promise<Maintained> {
  const client = new pg.Client({
    connectionString: settings.databaseAdminUrl,
    application_name: 'outstep-maintain',
  });
  await client.connect();
  try {
    await client.query("set lock_timeout = '2s'");
    // Workers do this too, each by its own clock; the second one finds it done.
    await client.query("select pg_advisory_lock(hashtext('outstep maintain'))");
    const { rows } = await client.query<{ made: number; dropped: number }>(
      'select * from maintain_history($1)',
      [settings.historyDays],
    );
    const ledger = await client.query<{ erased: number; forgotten: number }>(
      'select inputs_erased::int as erased, runs_forgotten::int as forgotten from maintain_ledger()',
    );
    const steps = await client.query(DROP_STALE_STEPS);
    const audit = await client.query(FORGET_AUDIT, [settings.historyDays]);
    await client.query(FORGET_VERIFICATIONS);
    await client.query(FORGET_ATTEMPTS);
    const sessions = await client.query(FORGET_SESSIONS);
    return {
      partitionsMade: rows[0]?.made ?? 0,
      partitionsDropped: rows[0]?.dropped ?? 0,
      inputsErased: ledger.rows[0]?.erased ?? 0,
      runsForgotten: ledger.rows[0]?.forgotten ?? 0,
      stepsForgotten: steps.rowCount ?? 0,
      auditForgotten: audit.rowCount ?? 0,
      sessionsForgotten: sessions.rowCount ?? 0,
    };
  } finally {
    await client.end();
  }
}

/** The database, then what lies in storage and is nobody's. */
export async function maintainAll(config: Config): Promise<Maintained & { filesSwept: number }> {
  return { ...(await maintain(config)), filesSwept: await sweepFiles(config) };
}

export const runMaintain = () => maintainAll(readConfig());
