import type { Browser, BrowserContext } from 'playwright-core';
import { appCall, newEmail, ownAddress, signUp } from './app.ts';
import { fillAsDemo } from './app-demo.ts';
import type { Outstep } from './outstep.ts';

export interface FilledStore {
  id: string;
  /** The owner's email address. */
  email: string;
  owner: BrowserContext;
  /** The storage state for a context that is signed in as the owner. */
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** A person with a store that contains nothing else. */
export async function emptyStore(browser: Browser, origin: string, email = newEmail()): Promise<FilledStore> {
  const owner = await browser.newContext(ownAddress());
  await signUp(owner, origin, 'Maria Lindqvist', email);
  const { id } = await appCall<{ id: string }>(owner, origin, 'POST', '/app/api/stores', {
    name: 'Tea & Co.',
  });
  return { id, email, owner, state: await owner.storageState() };
}

/** ID of the first record of a list. */
export async function firstOf({ owner, id }: FilledStore, origin: string, list: string): Promise<string> {
  const path = `/app/api/stores/${id}/${list}`;
  const { items } = await appCall<{ items: { id: string }[] }>(owner, origin, 'GET', path);
  return items[0]?.id ?? '';
}

const colleagues = [
  ['Jonas Weber', 'jonas@tea.example', 'editor'],
  ['Aiko Tanaka', 'aiko.tanaka@a-rather-long-domain.example', 'viewer'],
] as const;

const inADay = () => new Date(Date.now() + 24 * 3600 * 1000).toISOString();

/** A key in use, a revoked one, an expiring one, and two signing secrets. */
export async function fillDeveloper({ id, owner }: FilledStore, origin: string) {
  const call = <T>(method: string, path: string, data?: unknown) =>
    appCall<T>(owner, origin, method, `/app/api/stores/${id}${path}`, data);
  const newKey = (name: string, level: string, more = {}) =>
    call<{ id: string; key: string }>('POST', '/keys', { name, level, ...more });
  const { id: revoked } = await newKey('Old warehouse', 'write');
  await call('DELETE', `/keys/${revoked}`);
  await newKey('Trial of an agency', 'read', { expiresAt: inADay() });
  const { key } = await newKey('Warehouse', 'execute');
  await owner.request.get(`${origin}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  await call('POST', '/platform-secrets');
  await call('POST', '/platform-secrets');
}

const senders = [
  ['Orders', 'smtp.tea.example', 'orders@tea.example', 'Tea & Co.'],
  ['Newsletter', 'mail.a-rather-long-provider-name.example', 'news@tea.example', ''],
] as const;

/** Adds mail servers; from then on, the store's emails are delivered. */
export async function fillSenders({ id, owner }: FilledStore, origin: string) {
  for (const [name, host, from, fromName] of senders)
    await appCall(owner, origin, 'POST', `/app/api/stores/${id}/smtp-configs`, {
      ...{ name, host, port: 587, from, fromName, user: 'tea', password: 'a password' },
    });
}

/** Colleagues who have joined, and one whose invitation is pending. */
export async function addColleagues(browser: Browser, store: FilledStore, origin: string): Promise<void> {
  const invite = (to: string, role: string) =>
    appCall<{ link: string }>(store.owner, origin, 'POST', `/app/api/stores/${store.id}/invitations`, {
      email: to,
      role,
    });
  for (const [name, address, role] of colleagues) {
    const { link } = await invite(address, role);
    const context = await browser.newContext(ownAddress());
    await signUp(context, origin, name, address);
    await appCall(context, origin, 'POST', `/app/api${new URL(link).pathname}/accept`);
    await context.close();
  }
  await invite('new.colleague@tea.example', 'editor');
}

/** A person with the demo's store, and with colleagues, keys and mail servers. */
export async function filledStore(
  browser: Browser,
  origin: string,
  outstep: Pick<Outstep, 'core'>,
): Promise<FilledStore> {
  const store = await emptyStore(browser, origin);
  await addColleagues(browser, store, origin);
  await fillDeveloper(store, origin);
  await fillAsDemo(outstep, store.id);
  await fillSenders(store, origin);
  return store;
}
