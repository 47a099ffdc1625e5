import type { RepositoryPush } from '../../../kernel/engine.ts';

export interface RepositoryName {
  provider: string;
  owner: string;
  repository: string;
}

/** Pushes with the same key run in turn; hosts ignore case in names. */
export const pushQueueKey = ({ provider, owner, repository }: RepositoryName) =>
  `${provider}/${owner}/${repository}`.toLowerCase();

/** `name` is unique among the store's submissions. */
export const createPush = (storeId: string, place: RepositoryName, name: string): RepositoryPush => ({
  storeId,
  repository: pushQueueKey(place),
  submission: `${storeId}:${name}`,
});
