import type { FastifyRequest } from 'fastify';
import { coversRole, type Role } from '../../kernel/access-levels.ts';
import type { CallClient } from '../../kernel/audit.ts';
import { overBudget } from '../../kernel/budget.ts';
import { notFound, Refusal, storeSuspended } from '../../kernel/error.ts';
import type { IfMatch } from '../../kernel/etag.ts';
import type { RunInStoreQueue } from '../../kernel/fair-queue.ts';
import { isWrittenId } from '../../kernel/id.ts';
import { message } from '../../kernel/messages/message.ts';
import type { PersonContext } from '../../kernel/operation.ts';
import type { PeopleEvent, Person } from '../../kernel/people.ts';
import type { BudgetName, Budgets, BudgetVerdict, IdempotentAnswers } from '../../kernel/ports.ts';
import { type Proof, stepUpNeeded } from '../../kernel/step-up.ts';
import { clientOf } from '../calls/admission.ts';

export interface StoreOfPerson {
  id: string;
  name: string;
  role: Role;
  /** Why it is suspended; `null` while it is not. */
  suspendedWhy: string | null;
}

/** What the app's routes need to know about people and their stores. */
export interface AppBackend {
  signUp: 'open' | 'invited';
  /** Whether emails to people can be sent. */
  sendsMail: boolean;
  /** Whether nobody has an account yet: the first one needs the setup code. */
  isEmpty(): Promise<boolean>;
  /** Answers requests below the sign-in path. */
  handleAuth(request: Request, address: string): Promise<Response>;
  signedIn(cookies: string): Promise<Omit<SignedIn, 'client'> | null>;
  /** Accepts a proof of who it is, or refuses it. */
  stepUp(signedIn: SignedIn, headers: Headers, proof: Proof): Promise<void>;
  /** What happened to how they sign in, the newest first. */
  eventsOf(person: Person): Promise<PeopleEvent[]>;
  storesOf(person: Person): Promise<StoreOfPerson[]>;
  membershipIn(storeId: string, person: Person): Promise<Pick<StoreOfPerson, 'role' | 'suspendedWhy'> | null>;
  contextFor(visitor: Visitor, ifMatch: IfMatch): PersonContext;
  inTurn: RunInStoreQueue;
  /** For whoever has the link; an invitation that cannot be accepted any more is not found. */
  invitation(token: string): Promise<object>;
  acceptInvitation(signedIn: SignedIn, token: string): Promise<Omit<StoreOfPerson, 'suspendedWhy'>>;
  /** Ends the account; refused while a store has no other owner. */
  deleteAccount(signedIn: SignedIn): Promise<void>;
  idempotentAnswers(person: Person, storeId: string): IdempotentAnswers;
  budgets: Budgets;
  /** Counts a call of somebody who is not known yet, by where it comes from. */
  spendOfAddress(address: string): Promise<BudgetVerdict>;
}

export interface SignedIn {
  person: Person;
  /** Id of the session. */
  session: string;
  hasSecondFactor: boolean;
  /** Whether they have proven who they are within the last minutes. */
  isProven: boolean;
  client: CallClient;
}

/** Who calls, and with which role in the store of the path. */
export interface Visitor extends SignedIn {
  storeId: string;
  role: Role;
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn?: SignedIn;
    visitor?: Visitor;
  }
}

/** Node gives headers as an object; those of a session are read as the browser would. */
export const headersOf = (request: FastifyRequest): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
};

/** The person whose session it is, or 401. */
export async function requirePerson(backend: AppBackend, request: FastifyRequest): Promise<SignedIn> {
  const { cookie } = request.headers;
  const signedIn = cookie ? await backend.signedIn(cookie) : null;
  if (!signedIn) throw new Refusal('unauthenticated', message('not_signed_in'), { scheme: 'Session' });
  request.signedIn = { ...signedIn, client: clientOf(request) };
  return request.signedIn;
}

/** For what takes more than a session that somebody may have left open (contract: The app 12). */
export function requireProof({ isProven }: SignedIn): void {
  if (!isProven) throw stepUpNeeded();
}

/** What a call does, as far as it decides who may make it. */
export interface RequiredAccess {
  role: Role;
  changesSomething: boolean;
}

/**
 * To a non-member the store does not exist; checked on each call, so that a removed member is out at once
 * (contract: Suspended stores 3; The app 2).
 */
export async function requireRole(
  backend: AppBackend,
  signedIn: SignedIn,
  storeId: string,
  { role: needed, changesSomething }: RequiredAccess,
): Promise<Visitor> {
  const membership = isWrittenId(storeId) ? await backend.membershipIn(storeId, signedIn.person) : null;
  if (!membership) throw notFound();
  const { role, suspendedWhy } = membership;
  if (suspendedWhy !== null && changesSomething) throw storeSuspended(suspendedWhy);
  if (!coversRole(role, needed)) throw new Refusal('forbidden', message('role_too_low', { role, needed }));
  return { ...signedIn, storeId, role };
}

/** Refuses whoever has spent what they may ask for. */
export async function requireBudget(
  spent: Promise<BudgetVerdict>,
  now: Date,
  budget: BudgetName = 'request',
): Promise<void> {
  const verdict = await spent;
  if (!verdict.allowed) throw overBudget(budget, verdict, now);
}
