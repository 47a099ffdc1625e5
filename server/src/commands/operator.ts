import { text } from 'node:stream/consumers';
import { readConfig } from '../config.ts';
import { createCore } from '../core.ts';
import { findStoreOfKey } from '../features/keys/keys.store.ts';
import { storeExists } from '../features/stores/stores.store.ts';
import type { AnyOperation, Context } from '../kernel/operation.ts';
import { runOperatorCommand } from '../surfaces/cli/operator.ts';

const refuse = () => Promise.reject(new Error('not to be had on the command line'));
const absent = {
  check: refuse,
  uses: refuse,
  render: refuse,
  compile: refuse,
  compileBody: refuse,
  send: refuse,
};

/** Runs a verb of the operation list; it works under row-level security like any other caller. */
export async function runOperator(operation: AnyOperation, args: string[]): Promise<unknown> {
  const core = createCore({ ...readConfig(), logLevel: 'silent', databaseConnections: 1 });
  try {
    return await runOperatorCommand(operation, args, {
      newId: core.world.newId,
      storeExists: (storeId) => storeExists(core.database.forStore(storeId)),
      storeOfKey: (keyId) => findStoreOfKey(core.database.outsideStores, keyId),
      readStdin: () => text(process.stdin),
      contextFor: (storeId): Context => ({
        ...core.world,
        storeId,
        db: core.database.forStore(storeId),
        vault: core.vaultFor(storeId),
        // No verb renders or calls out; one that does will bring what it needs.
        liquid: absent,
        renderer: absent,
        designs: absent,
        outbound: absent,
        newDataKey: () => core.keyWrapper.newDataKey(storeId),
        ifMatch: null,
      }),
    });
  } finally {
    await core.close();
  }
}
