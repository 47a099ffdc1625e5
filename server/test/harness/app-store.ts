import type { Browser, BrowserContext } from 'playwright-core';
import { appCall, newEmail, ownAddress, signUp } from './app.ts';
import { addBelongings } from './app-belongings.ts';
import { fillHttpRequests } from './app-http-requests.ts';
import { fillLayouts, fillPresets } from './app-layouts.ts';

export interface FilledStore {
  id: string;
  /** Of the owner. */
  email: string;
  owner: BrowserContext;
  /** What has to be given to a context to be signed in as the owner. */
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** A person with a store that has nothing in it but them. */
export async function emptyStore(browser: Browser, origin: string, email = newEmail()): Promise<FilledStore> {
  const owner = await browser.newContext(ownAddress());
  await signUp(owner, origin, 'Maria Lindqvist', email);
  const { id } = await appCall<{ id: string }>(owner, origin, 'POST', '/app/api/stores', {
    name: 'Tea & Co.',
  });
  return { id, email, owner, state: await owner.storageState() };
}

const colleagues = [
  ['Jonas Weber', 'jonas@tea.example', 'editor'],
  ['Aiko Tanaka', 'aiko.tanaka@a-rather-long-domain.example', 'viewer'],
] as const;

const inADay = () => new Date(Date.now() + 24 * 3600 * 1000).toISOString();

/** A key in use, one that was revoked, one that ends, and two signing secrets. */
async function fillDeveloper({ id, owner }: FilledStore, origin: string) {
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

async function fillSenders({ id, owner }: FilledStore, origin: string) {
  for (const [name, host, from, fromName] of senders)
    await appCall(owner, origin, 'POST', `/app/api/stores/${id}/smtp-configs`, {
      ...{ name, host, port: 587, from, fromName, user: 'tea', password: 'a password' },
    });
}

/** A person with a store at work: colleagues, an open invitation, keys, and what all that left in the audit log. */
export async function filledStore(
  browser: Browser,
  origin: string,
  email = newEmail(),
): Promise<FilledStore> {
  const store = await emptyStore(browser, origin, email);
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
  await fillDeveloper(store, origin);
  await addBelongings(store, origin);
  await fillHttpRequests(store.owner, origin, store.id);
  await fillPresets(store.owner, origin, store.id);
  await fillLayouts(store.owner, origin, store.id);
  await fillSenders(store, origin);
  return store;
}
