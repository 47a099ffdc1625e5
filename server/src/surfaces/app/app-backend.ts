import type { FastifyRequest } from 'fastify';
import { coversRole, type Role } from '../../kernel/access-levels.ts';
import type { CallClient } from '../../kernel/audit.ts';
import { overBudget } from '../../kernel/budget.ts';
import { notFound, OperationError, storeSuspended } from '../../kernel/error.ts';
import type { IfMatch } from '../../kernel/etag.ts';
import type { RunInStoreQueue } from '../../kernel/fair-queue.ts';
import { isCanonicalId } from '../../kernel/id.ts';
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
  /** Why it is suspended; `null` if it isn't. */
  suspendedWhy: string | null;
}

/** Everything about people and their stores that the app's routes need. */
export interface AppBackend {
  signUp: 'open' | 'invited';
  /** Whether emails to people can be sent. */
  sendsMail: boolean;
  /** Whether no account exists yet: the first one needs the setup code. */
  isEmpty(): Promise<boolean>;
  /** Handles requests below the sign-in path. */
  handleAuth(request: Request, address: string): Promise<Response>;
  signedIn(cookies: string): Promise<Omit<SignedIn, 'client'> | null>;
  /** Accepts or rejects a proof of identity. */
  stepUp(signedIn: SignedIn, headers: Headers, proof: Proof): Promise<void>;
  /** Sign-ins and changes to how they sign in, newest first. */
  eventsOf(person: Person): Promise<PeopleEvent[]>;
  storesOf(person: Person): Promise<StoreOfPerson[]>;
  membershipIn(storeId: string, person: Person): Promise<Pick<StoreOfPerson, 'role' | 'suspendedWhy'> | null>;
  contextFor(visitor: Visitor, ifMatch: IfMatch): PersonContext;
  inTurn: RunInStoreQueue;
  /** For anyone who has the link; an invitation that can no longer be accepted is not found. */
  invitation(token: string): Promise<object>;
  acceptInvitation(signedIn: SignedIn, token: string): Promise<Omit<StoreOfPerson, 'suspendedWhy'>>;
  /** Deletes the account; rejected if a store has no other owner. */
  deleteAccount(signedIn: SignedIn): Promise<void>;
  idempotentAnswers(person: Person, storeId: string): IdempotentAnswers;
  budgets: Budgets;
  /** Counts a call by an unknown caller, by address. */
  spendOfAddress(address: string): Promise<BudgetVerdict>;
}

export interface SignedIn {
  person: Person;
  /** The session's ID. */
  session: string;
  hasSecondFactor: boolean;
  /** Whether they have proven their identity within the last minutes. */
  isProven: boolean;
  client: CallClient;
}

/** The caller, and their role in the store of the path. */
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

/** Converts Node's headers to a `Headers` object, as the auth library expects. */
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
  if (!signedIn) throw new OperationError('unauthenticated', message('not_signed_in'), { scheme: 'Session' });
  request.signedIn = { ...signedIn, client: clientOf(request) };
  return request.signedIn;
}

/** For operations that need more than a session that may have been left open (contract: The app 12). */
export function requireProof({ isProven }: SignedIn): void {
  if (!isProven) throw stepUpNeeded();
}

/** The properties of a call that determine who may make it. */
export interface RequiredAccess {
  role: Role;
  changesSomething: boolean;
}

/**
 * A store does not exist for non-members; checked on each call, so that removing a member takes effect at
 * once (contract: Suspended stores 3; The app 2).
 */
export async function requireRole(
  backend: AppBackend,
  signedIn: SignedIn,
  storeId: string,
  { role: needed, changesSomething }: RequiredAccess,
): Promise<Visitor> {
  const membership = isCanonicalId(storeId) ? await backend.membershipIn(storeId, signedIn.person) : null;
  if (!membership) throw notFound();
  const { role, suspendedWhy } = membership;
  if (suspendedWhy !== null && changesSomething) throw storeSuspended(suspendedWhy);
  if (!coversRole(role, needed))
    throw new OperationError('forbidden', message('role_too_low', { role, needed }));
  return { ...signedIn, storeId, role };
}

/** Rejects the call if the budget is exhausted. */
export async function requireBudget(
  spent: Promise<BudgetVerdict>,
  now: Date,
  budget: BudgetName = 'request',
): Promise<void> {
  const verdict = await spent;
  if (!verdict.allowed) throw overBudget(budget, verdict, now);
}
