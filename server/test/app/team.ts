import { insertMember } from '../../src/features/access/people/members.store.ts';
import type { Role } from '../../src/kernel/access-levels.ts';
import type { Outstep } from '../harness/outstep.ts';
import { Browser } from './browser.ts';

export interface Team {
  storeId: string;
  people: Record<Role, Browser>;
  idOf: Record<Role, string>;
  join(role: Role): Promise<unknown>;
}

let count = 0;

/** A store with one person of each role. */
export async function newTeam(outstep: Outstep, name = 'Alder'): Promise<Team> {
  const number = ++count;
  const people = { owner: new Browser(outstep), editor: new Browser(outstep), viewer: new Browser(outstep) };
  const idOf: Record<string, string> = {};
  for (const [role, browser] of Object.entries(people)) {
    const signedUp = await browser.signUp(`${role}${number}`);
    if (signedUp.status !== 200) throw new Error(signedUp.text);
    idOf[role] = signedUp.body.user.id;
  }
  const storeId = await people.owner.createStore(name);
  const join = (role: Role) =>
    insertMember(outstep.core.database.forStore(storeId), storeId, idOf[role] as string, role);
  await join('editor');
  await join('viewer');
  return { storeId, people, idOf: idOf as Record<Role, string>, join };
}
