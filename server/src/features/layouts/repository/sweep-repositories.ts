import type { Engine } from '../../../kernel/engine.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { createPush } from '../saving/repository-push.rules.ts';

import { claimOverdueRepositories } from './repository.store.ts';

const PAGE = 100;

export interface RepositorySweeping {
  /** Can call a fixed list of functions only, and can't read any store's rows. */
  outside: Queries;
  engine: Engine;
  newId(): string;
  patienceMs: number;
}

/**
 * Announces again the changes that have waited too long; a redundant announcement is harmless. Returns how
 * many repositories were announced.
 */
export async function sweepRepositories({ outside, engine, newId, patienceMs }: RepositorySweeping) {
  const overdue = await claimOverdueRepositories(outside, PAGE, patienceMs);
  for (const { storeId, ...named } of overdue) await engine.push(createPush(storeId, named, newId()));
  return overdue.length;
}
