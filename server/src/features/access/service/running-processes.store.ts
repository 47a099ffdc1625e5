import { bind, type Queries, statement, type WrappedKey } from '../../../kernel/ports.ts';

export interface RunningProcess {
  id: string;
  kind: 'api' | 'worker';
  host: string;
  pid: number;
  /** IDs of the master keys that it has; they do not reveal the keys. */
  masterKeyIds: readonly string[];
}

/** The data key of one store, for a master key in use. */
export interface KeyInUse extends WrappedKey {
  storeId: string;
}

const announce = statement<KeyInUse>(
  'announce_process',
  `select store_id as "storeId", wrapped, master_key_id as "masterKeyId" from announce_process($1, $2, $3, $4, $5)`,
);

const withdraw = statement('withdraw_process', 'select withdraw_process($1)');

/** Announces the process or renews its announcement. Returns one data key for each master key in use. */
export const announceProcess = (outside: Queries, { id, kind, host, pid, masterKeyIds }: RunningProcess) =>
  outside.rows(bind(announce, id, kind, host, pid, masterKeyIds));

export const withdrawProcess = (outside: Queries, id: string) => outside.rows(bind(withdraw, id));
