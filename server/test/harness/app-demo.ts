import type { Browser } from 'playwright-core';
import { fillStore } from '../../src/processes/commands/demo/fill-store.ts';
import { createContexts } from '../../src/processes/contexts.ts';
import { appCall, newEmail, ownAddress, PASSWORD } from './app.ts';
import type { FilledStore } from './app-store.ts';
import type { Outstep } from './outstep.ts';
import { type Env, runOutstep } from './process.ts';

/** The store that `outstep demo` creates, with its owner signed in. */
export async function demoStore(
  browser: Browser,
  origin: string,
  env: Env,
  email = newEmail(),
): Promise<FilledStore> {
  const { code, stdout, stderr } = await runOutstep(env, ['demo', '--email', email, '--json']);
  if (code !== 0) throw new Error(stderr);
  const { store: id, link } = JSON.parse(stdout) as { store: string; link: string };
  const owner = await browser.newContext(ownAddress());
  const invitation = new URL(link).pathname.split('/').at(-1);
  const person = { name: 'Maria Lindqvist', email, password: PASSWORD };
  await appCall(owner, origin, 'POST', '/app/auth/sign-up/email', { ...person, invitation });
  await appCall(owner, origin, 'POST', '/app/auth/sign-in/email', person);
  await appCall(owner, origin, 'POST', `/app/api/invitations/${invitation}/accept`);
  return { id, email, owner, state: await owner.storageState() };
}

/** A small month of about a hundred entries. */
const ORDERS_A_DAY = 2;

/** Fills a store as `outstep demo` does, with a small month. */
export async function fillAsDemo({ core }: Pick<Outstep, 'core'>, storeId: string): Promise<void> {
  const contexts = createContexts(core);
  try {
    await fillStore(core, contexts, storeId, { ordersADay: ORDERS_A_DAY });
  } finally {
    await contexts.close();
  }
}
