import { parseArgs } from 'node:util';
import type pg from 'pg';
import { withOperator } from '../../../adapters/postgres/roles.ts';
import { type Config, readConfig } from '../../../config.ts';
import { createUser } from '../../../features/access/people/create-user.op.ts';
import { createStore } from '../../../features/access/stores/create-store.op.ts';
import { deleteStore } from '../../../features/access/stores/delete-store.op.ts';
import { requireSending } from '../../../features/delivery/ledger/hold.store.ts';
import { OperationError } from '../../../kernel/error.ts';
import { parseFields } from '../../../kernel/fields.ts';
import type { ListedStore } from '../../../kernel/installation.ts';
import { message } from '../../../kernel/messages/message.ts';
import { type Contexts, createContexts } from '../../contexts.ts';
import { type Core, createCore } from '../../core.ts';
import { CheckFailed } from '../doctor/check.ts';
import { migrations } from '../doctor/database-checks.ts';
import { lazyPeople } from '../lazy-people.ts';
import { owner, shop } from './content/shop.ts';
import { DAYS, type FilledCounts, fillStore } from './fill-store.ts';
import { demoStoreId, isDemoStore } from './store/ids.ts';
import { runOperationAs } from './store/run-operation.ts';

const CONNECTIONS = 4;
const DAY_MS = 24 * 3600 * 1000;

export interface DemoResult extends FilledCounts {
  store: string;
  name: string;
  email: string;
  /** Where this person creates an account for the store, or signs in with an existing one. */
  link: string;
}

type ReportProgress = (sentence: string) => void;

/** Demo stores that were created here and not deleted since. */
async function demoStores({ runtime }: Core, contexts: Contexts): Promise<ListedStore[]> {
  const found: ListedStore[] = [];
  for await (const store of contexts.asOperator('').installation.stores())
    if (/^(active|suspended)$/.test(store.state) && isDemoStore(store.id, runtime.sha256)) found.push(store);
  return found;
}

/**
 * Deleted like any other store. If the engine is not reachable, workers finish the deletion once they run.
 */
async function deleteDemo(
  core: Core,
  contexts: Contexts,
  { id, name }: Pick<ListedStore, 'id' | 'name'>,
  tell: ReportProgress,
) {
  try {
    await runOperationAs(contexts.asOperator(id))(deleteStore, { name });
  } catch (error) {
    if ((await demoStores(core, contexts)).some((store) => store.id === id)) throw error;
    tell(`could not reach the engine; workers will finish deleting the store ${id}`);
  }
}

/** In a new installation, past months have no partitions. */
const makeMonths = (client: pg.Client, from: Date) =>
  client.query(
    `select make_history_month(month)
     from generate_series(date_trunc('month', $1::timestamptz, 'UTC'), now(), '1 month') month`,
    [from],
  );

async function makeDemo(
  core: Core,
  contexts: Contexts,
  email: string,
  tell: ReportProgress,
): Promise<DemoResult> {
  const { runtime, config } = core;
  const now = runtime.now().getTime();
  await withOperator(config.databaseAdminUrl, 'demo', (client) =>
    makeMonths(client, new Date(now - DAYS * DAY_MS)),
  );
  const { name } = shop;
  const store = demoStoreId(now, runtime.sha256);
  const ask = runOperationAs(contexts.asOperator(store));
  await ask(createStore, { name });
  try {
    const filled = await fillStore(core, contexts, store, { tell });
    const { link } = await ask<{ link: string | null }>(createUser, { email, role: 'owner' });
    return { store, name, ...filled, email, link: link ?? `${config.baseUrl}/sign-in` };
  } catch (error) {
    // An incomplete store is useless; if deleting it fails too, the original error matters more.
    await deleteDemo(core, contexts, { id: store, name }, tell).catch(() =>
      tell(`the store ${store} is incomplete; replace it with outstep demo --again`),
    );
    throw error;
  }
}

async function requireMigrated(config: Config) {
  await migrations(config).catch((error) => {
    throw error instanceof CheckFailed
      ? new OperationError('conflict', message('command_refused', { text: error.message }))
      : error;
  });
}

const options = {
  again: { type: 'boolean', default: false },
  email: { type: 'string', default: owner },
} as const;

/** `outstep demo`: creates a store filled with sample data to look at. None of it was or will be sent. */
export async function runDemo(
  env: NodeJS.ProcessEnv,
  args: string[],
  tell: ReportProgress,
): Promise<DemoResult> {
  const { again, email } = parseArgs({ args, options }).values;
  parseFields(createUser.input, { email });
  const settings = readConfig(env);
  await requireMigrated(settings);
  // Without system email, because no one should get emails about a made-up store.
  const core = createCore({
    ...settings,
    ...{ logLevel: 'silent', databaseConnections: CONNECTIONS, mailUrl: null },
  });
  const people = lazyPeople(core);
  const contexts = createContexts(core, { people });
  try {
    const before = await demoStores(core, contexts);
    const [first] = before;
    if (first && !again)
      throw new OperationError(
        'conflict',
        message('command_refused', {
          text: `the demo store already exists: ${first.id}. Replace it with outstep demo --again, or create a new link with outstep user create`,
        }),
      );
    await requireSending(core.database.outsideStores);
    for (const store of before) await deleteDemo(core, contexts, store, tell);
    return await makeDemo(core, contexts, email, tell);
  } finally {
    await contexts.close();
    await people.close();
    await core.close();
  }
}
