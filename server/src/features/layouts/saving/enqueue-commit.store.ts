import { bind, statement } from '../../../kernel/ports.ts';
import type { RepositoryName } from './repository-push.rules.ts';

export interface CommitRequest {
  layoutId: string;
  /** `null`: the layout was deleted. */
  snapshot: Buffer | null;
  authorName: string;
  summary: string;
}

export interface EnqueuedCommit extends RepositoryName {
  position: string;
}

const note = statement<EnqueuedCommit>(
  'repository_change_note',
  // Locked, so that a concurrent disconnect either waits for this statement or is visible to it.
  `with connected as (select provider, owner, repository from repository_connections for key share),
   noted as (
     insert into repository_changes (store_id, layout_id, snapshot, author_name, summary)
     select $1, $2, $3, $4, $5 from connected returning position
   )
   select position::text, provider, owner, repository from noted, connected`,
);

/**
 * Records in the save's own transaction that it needs a commit. Returns no row if the store has no
 * repository.
 */
export const enqueueCommit = (storeId: string, { layoutId, snapshot, authorName, summary }: CommitRequest) =>
  bind(note, storeId, layoutId, snapshot, authorName, summary);
