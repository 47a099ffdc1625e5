import type { PeopleDoor } from '../adapters/people/people.ts';
import { idempotentAnswersOf } from '../features/access/idempotency/idempotency.store.ts';
import { acceptInvitation, openInvitation, shownInvitation } from '../features/access/people/invitation.ts';
import { roleOf, storesOf } from '../features/access/people/members.store.ts';
import type { Engine } from '../kernel/engine.ts';
import type { Budgets } from '../kernel/ports.ts';
import type { AppDoor } from '../surfaces/app/door.ts';
import { auditOf } from './audit.ts';
import type { Core } from './core.ts';
import type { StoreContexts } from './store-contexts.ts';
import { uploads } from './uploads.ts';

interface Parts {
  contexts: StoreContexts;
  people: PeopleDoor;
  budgets: Budgets;
  engine: Engine;
}

/** What the app's surface is given: people, their stores, and what operations see for them. */
export function appDoor(core: Core, { contexts, people, budgets, engine }: Parts): AppDoor {
  const { config, database } = core;
  const contextFor: AppDoor['contextFor'] = ({ person, session, role, storeId }, ifMatch) => {
    const actor = { type: 'user', id: person.id, name: person.name } as const;
    return {
      ...contexts.of(storeId, ifMatch),
      via: 'app',
      actor,
      audit: auditOf(core, storeId, actor, 'app'),
      role,
      session,
      uploads,
      engine,
      patienceMs: config.sweepAfterMs,
      people,
      mail: contexts.mail,
      mailboxes: contexts.mailboxes,
      dns: contexts.dns,
      trouble: (err, what) => core.log.warn({ err, storeId }, what),
    };
  };
  const invitationOf = (token: string) => openInvitation(core.world, database.outsideStores, token);
  return {
    signUp: config.signUp,
    sendsMail: config.mailUrl !== null,
    handleAuth: people.handle,
    signedIn: people.signedIn,
    storesOf: (person) => storesOf(database.outsideStores, person.id),
    roleIn: (storeId, person) => roleOf(database.forStore(storeId), person.id),
    contextFor,
    invitation: async (token) => shownInvitation(await invitationOf(token)),
    async acceptInvitation(signedIn, token) {
      const found = await invitationOf(token);
      const { role, storeId } = found;
      return acceptInvitation(contextFor({ ...signedIn, role, storeId }, null), signedIn.person, found);
    },
    idempotentAnswers: (person, storeId) =>
      idempotentAnswersOf(database.forStore(storeId), storeId, person.id),
    budgets,
  };
}
