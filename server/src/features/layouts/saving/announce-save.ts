import type { RepositoryPush } from '../../../kernel/engine.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { EnqueuedCommit } from './enqueue-commit.store.ts';
import { createPush } from './repository-push.rules.ts';

type AnnounceContext = Pick<ActorContext, 'engine' | 'warn'>;

/** `null` when the store has no repository. */
export const repositoryPushOf = (
  storeId: string,
  noted: EnqueuedCommit | undefined,
): RepositoryPush | null => (noted ? createPush(storeId, noted, noted.position) : null);

/** Call it after the transaction; it does not wait. The sweep announces saves that the engine missed. */
export function submitPush({ engine, warn }: AnnounceContext, push: RepositoryPush | null): void {
  if (push)
    engine.push(push).catch((error) => warn(error, 'a commit was not announced; the sweep will do it'));
}
