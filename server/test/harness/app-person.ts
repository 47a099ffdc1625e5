import type { Browser, BrowserContext } from 'playwright-core';
import { insertMember } from '../../src/features/access/people/members.store.ts';
import type { Role } from '../../src/kernel/access-levels.ts';
import { type Appearance, contextOptions, signUp } from './app.ts';
import type { Outstep } from './outstep.ts';

/** A browser in which a person with this role in the store is signed in. */
export async function inviteMember(
  browser: Browser,
  { core }: Outstep,
  storeId: string,
  role: Role,
  look: Appearance = { device: 'desktop', scheme: 'light' },
): Promise<BrowserContext> {
  const context = await browser.newContext(contextOptions(look));
  const email = `${role}-${core.runtime.newId()}@tea.example`;
  const { user } = (await signUp(context, core.config.baseUrl, 'Maria Lindqvist', email)) as {
    user: { id: string };
  };
  await insertMember(core.database.forStore(storeId), storeId, user.id, role);
  return context;
}

/** Text that would run if a page treated it as markup or as an address to open. */
export const HOSTILE =
  '<img src=x onerror="window.ran=1"><script>window.ran=1</script>javascript:window.ran=1';
