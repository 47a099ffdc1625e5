import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const RETRY_MS = 200;

// Released with the transaction, so it also works through a transaction pooler, where a session lock would
// not. The transaction has no snapshot while it waits, so it does not hold back vacuum.
const LOCK = "select pg_try_advisory_xact_lock(hashtext('outstep ' || $1)) as mine";

// A host that vanishes does not close its connection. Without probes, the server would keep its lock for
// hours.
const BEGIN = `begin; set local idle_in_transaction_session_timeout = 0;
  set local tcp_keepalives_idle = 30; set local tcp_keepalives_interval = 10; set local tcp_keepalives_count = 3`;

/** The lock that work runs under. */
export interface HeldLock {
  /** Whether its connection has ended: another process may be doing the same work now. */
  isLost(): boolean;
}

async function runLocked<T>(
  { url, name, waits }: { url: string; name: string; waits: boolean },
  work: (lock: HeldLock) => Promise<T>,
): Promise<{ value: T } | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    // The connection is idle while the work runs: without this, a host that vanishes would not be detected.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    application_name: `outstep-lock-${name}`,
  });
  let isLost = false;
  // Without this listener, a lost connection would end the process.
  client.on('error', () => {
    isLost = true;
  });
  await client.connect();
  try {
    await client.query(BEGIN);
    for (;;) {
      const { rows } = await client.query<{ mine: boolean }>(LOCK, [name]);
      if (rows[0]?.mine) {
        const value = await work({ isLost: () => isLost });
        if (isLost) throw new Error(`${name}: the connection that held its lock was lost`);
        return { value };
      }
      if (!waits) return null;
      await sleep(RETRY_MS);
    }
  } finally {
    await client.end();
  }
}

/**
 * Runs work in only one process of the installation at a time, with an advisory lock on its name; `null` if
 * another process is running it. If the connection is lost, so is the lock: the work stops at its next pause
 * and fails. It must tolerate that another process has started by then.
 */
export const tryWithAdvisoryLock = <T>(url: string, name: string, work: (lock: HeldLock) => Promise<T>) =>
  runLocked({ url, name, waits: false }, work);

/** Like `tryWithAdvisoryLock`, but waits until the other process is done. */
export async function withAdvisoryLock<T>(
  url: string,
  name: string,
  work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const done = await runLocked({ url, name, waits: true }, work);
  return (done as { value: T }).value;
}
