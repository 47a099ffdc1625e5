import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyWrapper } from '../adapters/crypto/vault.ts';
import { ConfigError } from '../config.ts';
import {
  announceProcess,
  type KeyInUse,
  type RunningProcess,
  withdrawProcess,
} from '../features/access/service/running-processes.store.ts';
import { OperationError } from '../kernel/error.ts';
import type { Core } from './core.ts';

const RENEW_MS = 10_000;
/** A process that has not renewed its announcement for this long has ended or hangs. */
export const ANNOUNCED_SECONDS = 45;

export class WrongMasterKey extends ConfigError {
  constructor(masterKeyIds: readonly string[]) {
    super(
      `OUTSTEP_MASTER_KEY: stored data is encrypted with another master key (${masterKeyIds.join(', ')}); set it to that key, or OUTSTEP_MASTER_KEY_PREVIOUS while rotating`,
    );
  }
}

/** For a process that starts while others keep it from announcing itself. */
const ATTEMPTS = 3;
const isTooSlow = (error: unknown) => error instanceof OperationError && error.code === 'database_too_slow';

function opens(wrapper: KeyWrapper, { storeId, ...key }: KeyInUse): boolean {
  try {
    wrapper.unwrap(storeId, key);
    return true;
  } catch {
    return false;
  }
}

/** The result of checking for master keys in use that this process does not have. */
interface KeyCheck {
  missing: string[];
  /** Whether it cannot decrypt any of the stored data. */
  isLocked: boolean;
}

function checkKeys(wrapper: KeyWrapper, inUse: readonly KeyInUse[]): KeyCheck {
  const missing = inUse.filter((each) => !opens(wrapper, each)).map(({ masterKeyId }) => masterKeyId);
  return { missing, isLocked: missing.length > 0 && missing.length === inUse.length };
}

export interface Announcement {
  /** Whether this process turned out after its start to be unable to decrypt stored data. */
  readonly isLocked: boolean;
  /** Whether its master key decrypts stored data; false until the database has responded. */
  readonly isConfirmed: boolean;
  /** Resolves once this process is locked; otherwise never. */
  readonly whenLocked: Promise<WrongMasterKey>;
  close(): Promise<void>;
}

/**
 * Announces this process with the IDs of its master keys, so that `master-key rotate` can wait for it, and
 * checks that it can decrypt stored data (ADR 82). Throws if it cannot. While the database is down, the check
 * is postponed.
 */
export async function announce(
  { database, keyWrapper, log, runtime }: Core,
  kind: RunningProcess['kind'],
  renewMs = RENEW_MS,
): Promise<Announcement> {
  const outside = database.outsideStores;
  const self = {
    ...{ id: runtime.newId(), kind, host: hostname(), pid: process.pid },
    masterKeyIds: keyWrapper.ids,
  };
  let wasWhole = false;
  let problem: WrongMasterKey | null = null;
  let isChecked = false;
  let logged = '';
  const locked = Promise.withResolvers<WrongMasterKey>();

  async function renew() {
    const { missing, isLocked } = checkKeys(keyWrapper, await announceProcess(outside, self));
    // A process that started normally continues while it can decrypt some of the data: the rest uses a key
    // that other processes received earlier.
    problem = missing.length > 0 && (isLocked || !wasWhole) ? new WrongMasterKey(missing) : null;
    isChecked = true;
    if (problem) locked.resolve(problem);
    wasWhole ||= missing.length === 0;
    const missingIds = missing.join();
    if (missingIds !== logged && missingIds !== '')
      log.error(
        { masterKeyIds: missing },
        'stored data is encrypted with a master key that is not configured',
      );
    logged = missingIds;
  }
  const notNow = (err: unknown) =>
    log.warn({ err }, 'this process could not be announced; it is tried again');

  for (let attempt = 1; ; attempt++) {
    const error = await renew().catch((error: unknown) => error);
    if (error === undefined) break;
    notNow(error);
    // A page of the rotation takes less time than this; a database that is down would not be back by then.
    if (!isTooSlow(error) || attempt === ATTEMPTS) break;
  }
  if (problem) {
    await withdrawProcess(outside, self.id).catch(notNow);
    throw problem;
  }
  const stopping = new AbortController();
  const rest = () => sleep(renewMs, undefined, { ref: false, signal: stopping.signal });
  const renewing = (async () => {
    while (
      await rest().then(
        () => true,
        () => false,
      )
    )
      await renew().catch(notNow);
  })();
  return {
    get isLocked() {
      return problem !== null;
    },
    get isConfirmed() {
      return isChecked && problem === null;
    },
    whenLocked: locked.promise,
    async close() {
      stopping.abort();
      await renewing;
      await withdrawProcess(outside, self.id).catch(notNow);
    },
  };
}
