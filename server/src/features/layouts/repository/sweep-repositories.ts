import type { Engine } from '../../../kernel/engine.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { createPush } from '../saving/repository-push.rules.ts';

import { claimOverdueRepositories } from './repository.store.ts';

const PAGE = 100;

export interface RepositorySweeping {
  /** Calls a fixed list of functions; sees no store's rows. */
  outside: Queries;
  engine: Engine;
  newId(): string;
  patienceMs: number;
}

/** Announces again what has waited too long; doing so needlessly is harmless. Returns how many. */
export async function sweepRepositories({ outside, engine, newId, patienceMs }: RepositorySweeping) {
  const overdue = await claimOverdueRepositories(outside, PAGE, patienceMs);
  for (const { storeId, ...named } of overdue) await engine.push(createPush(storeId, named, newId()));
  return overdue.length;
}
