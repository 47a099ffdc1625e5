import type { Engine } from '../../../kernel/engine.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { createPush } from '../saving/repository-push.rules.ts';

import { takeOverdueRepositories } from './repository.store.ts';

const PAGE = 100;

export interface RepositorySweeping {
  /** Sees the closed list of functions and no store's rows. */
  outside: Queries;
  engine: Engine;
  newId(): string;
  patienceMs: number;
}

/** Announces again what has waited too long; announced twice, the second finds nothing to do. Answers how many. */
export async function sweepRepositories({ outside, engine, newId, patienceMs }: RepositorySweeping) {
  const overdue = await takeOverdueRepositories(outside, PAGE, patienceMs);
  for (const { storeId, ...named } of overdue) await engine.push(createPush(storeId, named, newId()));
  return overdue.length;
}
