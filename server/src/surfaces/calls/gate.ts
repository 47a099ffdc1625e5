import { type Access, covers, type Level } from '../../kernel/access-levels.ts';
import { isApiKey } from '../../kernel/api-key.ts';
import type { Client } from '../../kernel/audit.ts';
import { overBudget } from '../../kernel/budget.ts';
import { Refusal, storeSuspended } from '../../kernel/error.ts';
import type { ApiKey, KeyedContext } from '../../kernel/operation.ts';
import type { BudgetName, Budgets, BudgetVerdict } from '../../kernel/ports.ts';

/** Finds the key a text stands for; null when there is none, or it is revoked. */
export type FindKey = (key: string) => Promise<ApiKey | null>;

export interface Admitted {
  key: ApiKey;
  requestBudget: BudgetVerdict;
}

export interface Caller extends Admitted {
  client: Client;
}

const unauthenticated = (message: string) => new Refusal('unauthenticated', message);

const AUTHORIZATION = 'authorization';

/** `Authorization: Bearer <key>`, once; the scheme in any letter case. */
export function readBearer(rawHeaders: readonly string[]): string {
  let value: string | null = null;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== AUTHORIZATION.length || name.toLowerCase() !== AUTHORIZATION) continue;
    if (value !== null) throw unauthenticated('send one Authorization header');
    value = rawHeaders[i + 1] ?? '';
  }
  if (value === null) throw unauthenticated('missing API key: send Authorization: Bearer <key>');
  const key = /^bearer ([^\s]+)$/i.exec(value)?.[1];
  if (!key) throw unauthenticated('malformed API key: send Authorization: Bearer <key>');
  if (!isApiKey(key)) throw unauthenticated('malformed API key');
  return key;
}

/** Reports the request budget, even when the call is refused: the caller sees it in headers either way. */
export type OnSpent = (state: BudgetVerdict, now: Date) => void;

export interface Gate {
  /** Who calls, and the unit of the request budget that the call has spent. */
  admit(rawHeaders: readonly string[], address: string, onSpent: OnSpent): Promise<Admitted>;
  requireLevel(key: ApiKey, needed: Access): void;
  spend(budget: BudgetName, key: ApiKey): Promise<void>;
}

export interface GateOptions {
  findKey: FindKey;
  budgets: Budgets;
  now(): Date;
  /** Called for every refused key, before the refusal is answered: guessing is slowed, never blocked. */
  throttleBadKey(address: string): Promise<void>;
  /** Whether the key may be used from this address. */
  isAllowedFrom(key: ApiKey, address: string): boolean;
  /** Called for every key that was admitted. */
  noteUse(key: ApiKey, address: string): void;
}

export function createGate(options: GateOptions): Gate {
  const { findKey, budgets, now, throttleBadKey, isAllowedFrom, noteUse } = options;

  async function authenticate(rawHeaders: readonly string[], address: string): Promise<ApiKey> {
    const key = await findKey(readBearer(rawHeaders));
    if (!key) throw unauthenticated('unknown or revoked API key');
    if (key.expiresAt && key.expiresAt <= now()) throw unauthenticated('expired API key');
    if (!isAllowedFrom(key, address)) throw unauthenticated('this API key is not allowed from this address');
    noteUse(key, address);
    return key;
  }

  return {
    async admit(rawHeaders, address, onSpent) {
      let key: ApiKey;
      try {
        key = await authenticate(rawHeaders, address);
      } catch (error) {
        if (error instanceof Refusal && error.code === 'unauthenticated') await throttleBadKey(address);
        throw error;
      }
      const requestBudget = await budgets.spend('request', key.id);
      const time = now();
      onSpent(requestBudget, time);
      if (!requestBudget.allowed) throw overBudget('request', requestBudget, time);
      if (key.suspendedWhy !== null) throw storeSuspended(key.suspendedWhy);
      return { key, requestBudget };
    },

    requireLevel(key, needed) {
      if (covers(key.level, needed as Level)) return;
      throw new Refusal('forbidden', `this key has level ${key.level}; ${needed} is needed`);
    },

    async spend(budget, key) {
      const verdict = await budgets.spend(budget, key.id);
      if (!verdict.allowed) throw overBudget(budget, verdict, now());
    },
  };
}

/** Builds what an operation sees for one keyed call. */
export type ContextFor = (
  caller: Caller,
  via: KeyedContext['via'],
  ifMatch: KeyedContext['ifMatch'],
) => KeyedContext;
