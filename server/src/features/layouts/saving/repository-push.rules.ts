import type { Push } from '../../../kernel/engine.ts';

export interface RepositoryName {
  provider: string;
  owner: string;
  repository: string;
}

/** What pushes take turns by: hosts do not tell upper from lower case. */
export const pushQueueKey = ({ provider, owner, repository }: RepositoryName) =>
  `${provider}/${owner}/${repository}`.toLowerCase();

/** `name` tells this submission from the store's others. */
export const createPush = (storeId: string, place: RepositoryName, name: string): Push => ({
  storeId,
  repository: pushQueueKey(place),
  submission: `${storeId}:${name}`,
});
