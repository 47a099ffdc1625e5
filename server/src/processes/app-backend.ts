import { networkOf } from '../adapters/people/limits.ts';
import type { PeopleService } from '../adapters/people/people.ts';
import { IDLE_DAYS, PROOF_MINUTES } from '../adapters/people/session-proofs.ts';
import { createIdempotentAnswers } from '../features/access/idempotency/idempotency.store.ts';
import {
  acceptInvitation,
  openInvitation,
  publicInvitation,
  requireSameAddress,
} from '../features/access/people/invitation.ts';
import { findMembership, findStoresOf } from '../features/access/people/members.store.ts';
import { findSession } from '../features/access/people/sessions.store.ts';
import type { Budgets } from '../kernel/ports.ts';
import type { AppBackend } from '../surfaces/app/app-backend.ts';
import type { Contexts } from './contexts.ts';
import type { Core } from './core.ts';

interface AppBackendOptions {
  contexts: Contexts;
  people: PeopleService;
  budgets: Budgets;
}

const LIMITS = { idleDays: IDLE_DAYS, proofMinutes: PROOF_MINUTES };

/** Dependencies of the app's routes: people, their stores, and contexts for their calls. */
export function createAppBackend(core: Core, { contexts, people, budgets }: AppBackendOptions): AppBackend {
  const { config, database } = core;
  const invitationOf = (token: string) => openInvitation(core.runtime, database.outsideStores, token);
  return {
    signUp: config.signUp,
    sendsMail: config.mailUrl !== null,
    isEmpty: people.areNone,
    handleAuth: people.handle,
    async signedIn(cookies) {
      const token = await people.readToken(cookies);
      if (!token) return null;
      const found = await findSession(database.outsideStores, token, LIMITS);
      if (!found) return null;
      const { id: session, personId: id, name, email, isStale, ...rest } = found;
      if (isStale) await people.markSeen(session);
      return { person: { id, name, email }, session, ...rest };
    },
    stepUp: ({ person, session, hasSecondFactor, client }, headers, proof) =>
      people.stepUp(headers, { id: person.id, session, hasSecondFactor }, proof, client),
    eventsOf: ({ id }) => people.eventsOf(id),
    storesOf: (person) => findStoresOf(database.outsideStores, person.id),
    membershipIn: (storeId, person) => findMembership(database.forStore(storeId), person.id),
    contextFor: contexts.asPerson,
    inTurn: contexts.inTurn,
    invitation: async (token) => publicInvitation(await invitationOf(token)),
    async acceptInvitation(signedIn, token) {
      const found = await invitationOf(token);
      const { role, storeId } = found;
      const ctx = contexts.asPerson({ ...signedIn, role, storeId }, null);
      requireSameAddress(signedIn.person, found);
      if (found.provesAddress) await people.proveAddress(signedIn.person.id, signedIn.session);
      return acceptInvitation(ctx, signedIn.person, found);
    },
    deleteAccount: ({ person, client }) => people.deletePerson(person.id, client),
    idempotentAnswers: (person, storeId) =>
      createIdempotentAnswers(database.forStore(storeId), storeId, person.id),
    budgets,
    spendOfAddress: (address) => budgets.spend('request', `address ${networkOf(address)}`),
  };
}
