import { expect } from 'vitest';
import { insertMember } from '../../src/features/access/people/members.store.ts';
import type { Level, Role } from '../../src/kernel/access-levels.ts';
import type { TestResponse } from '../harness/client.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { Browser } from './browser.ts';

export interface Team {
  storeId: string;
  people: Record<Role, Browser>;
  idOf: Record<Role, string>;
  join(role: Role): Promise<unknown>;
  /** The same people with another store, without signing up again, which is slow on purpose. */
  another(name?: string): Promise<Team>;
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
  return withStore(outstep, people, idOf as Record<Role, string>, name);
}

async function withStore(
  outstep: Outstep,
  people: Team['people'],
  idOf: Team['idOf'],
  name: string,
): Promise<Team> {
  const storeId = await people.owner.createStore(name);
  const join = (role: Role) =>
    insertMember(outstep.core.database.forStore(storeId), storeId, idOf[role], role);
  await join('editor');
  await join('viewer');
  const another = (other = 'Alder') => withStore(outstep, people, idOf, other);
  return { storeId, people, idOf, join, another };
}

/** The same on this test process's shared instance, with a key for the store. */
export async function keyedTeam(level: Level, name: string) {
  const outstep = await sharedOutstep();
  const team = await newTeam(outstep);
  return { outstep, team, key: await outstep.newKey(team.storeId, level, { name }) };
}

/** The body of a response that has to be successful. */
export async function expectOk(answer: Promise<TestResponse>) {
  const { status, text, body } = await answer;
  expect([200, 201], text).toContain(status);
  return body;
}
