import { coversLevel, type Level } from '../../kernel/access-levels.ts';
import { isApiKey } from '../../kernel/api-key.ts';
import type { CallClient } from '../../kernel/audit.ts';
import { overBudget } from '../../kernel/budget.ts';
import { OperationError, storeSuspended } from '../../kernel/error.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import { type AnyOperation, type ApiKey, isPermitted, type KeyedContext } from '../../kernel/operation.ts';
import type { BudgetName, Budgets, BudgetVerdict } from '../../kernel/ports.ts';

/** Looks up a key; null if it does not exist or has been revoked. */
export type FindKey = (key: string) => Promise<ApiKey | null>;

export interface AdmittedKey {
  key: ApiKey;
  requestBudget: BudgetVerdict;
}

export interface ApiCaller extends AdmittedKey {
  client: CallClient;
}

const unauthenticated = (said: Message) => new OperationError('unauthenticated', said);

const AUTHORIZATION = 'authorization';

/** `Authorization: Bearer <key>`, once; the scheme in any letter case (contract: Keys and budgets 1). */
export function readBearer(rawHeaders: readonly string[]): string {
  let value: string | null = null;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== AUTHORIZATION.length || name.toLowerCase() !== AUTHORIZATION) continue;
    if (value !== null) throw unauthenticated(message('key_sent_twice'));
    value = rawHeaders[i + 1] ?? '';
  }
  if (value === null) throw unauthenticated(message('key_missing'));
  const key = /^bearer ([^\s]+)$/i.exec(value)?.[1];
  if (!key) throw unauthenticated(message('key_header_malformed'));
  if (!isApiKey(key)) throw unauthenticated(message('key_malformed'));
  return key;
}

/** Reports the request budget, even when the call is rejected: the caller sees it in headers either way. */
export type OnSpent = (state: BudgetVerdict, now: Date) => void;

export interface Gate {
  /** The caller, and the state of the request budget after this call. */
  admit(rawHeaders: readonly string[], address: string, onSpent: OnSpent): Promise<AdmittedKey>;
  /** Checks the level, and then the permission that an owner grants separately. */
  requireAccess(key: ApiKey, operation: Pick<AnyOperation, 'access' | 'permission'>): void;
  spend(budget: BudgetName, key: ApiKey): Promise<void>;
}

export interface GateOptions {
  findKey: FindKey;
  budgets: Budgets;
  now(): Date;
  /** Called for every bad key before the error is sent: guessing is slowed down, never blocked. */
  throttleBadKey(address: string): Promise<void>;
  /** Whether the key may be used from this address. */
  isAllowedFrom(key: ApiKey, address: string): boolean;
  /** Called for every key that was admitted. */
  noteUse(key: ApiKey, address: string): void;
}

/**
 * Checks the key and spends its request budget: a rejected key spends nothing, and a suspended store is
 * rejected after spending (contract: Order of checks 3; Suspended stores 1).
 */
export function createGate(options: GateOptions): Gate {
  const { findKey, budgets, now, throttleBadKey, isAllowedFrom, noteUse } = options;

  async function authenticate(rawHeaders: readonly string[], address: string): Promise<ApiKey> {
    const key = await findKey(readBearer(rawHeaders));
    if (!key) throw unauthenticated(message('key_unknown'));
    if (key.expiresAt && key.expiresAt <= now()) throw unauthenticated(message('key_expired'));
    if (!isAllowedFrom(key, address)) throw unauthenticated(message('key_not_allowed_here'));
    noteUse(key, address);
    return key;
  }

  return {
    async admit(rawHeaders, address, onSpent) {
      let key: ApiKey;
      try {
        key = await authenticate(rawHeaders, address);
      } catch (error) {
        if (error instanceof OperationError && error.kind === 'unauthenticated')
          await throttleBadKey(address);
        throw error;
      }
      const requestBudget = await budgets.spend('request', key.id);
      const time = now();
      onSpent(requestBudget, time);
      if (!requestBudget.allowed) throw overBudget('request', requestBudget, time);
      if (key.suspendedWhy !== null) throw storeSuspended(key.suspendedWhy);
      return { key, requestBudget };
    },

    requireAccess(key, operation) {
      const needed = operation.access;
      if (!coversLevel(key.level, needed as Level))
        throw new OperationError('forbidden', message('level_too_low', { level: key.level, needed }));
      if (!isPermitted(key, operation))
        throw new OperationError('forbidden', message('recipient_search_off'));
    },

    async spend(budget, key) {
      const verdict = await budgets.spend(budget, key.id);
      if (!verdict.allowed) throw overBudget(budget, verdict, now());
    },
  };
}

/** Builds the context of an operation for one call with a key. */
export type ContextFor = (
  caller: ApiCaller,
  via: KeyedContext['via'],
  ifMatch: KeyedContext['ifMatch'],
) => KeyedContext;
