import type { Json } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import type { OpenVault, Queries } from '../../kernel/ports.ts';
import { allTrash, type TrashRow, trashRemoval } from '../documents/trash.store.ts';
import { readTrashed } from '../http-requests/trash-http-request.ts';
import { requestVersions } from '../http-requests/versions.store.ts';
import { layoutVersions } from '../layouts/content/layout-versions.store.ts';
import { unpackSnapshot } from '../layouts/content/version-snapshot.ts';

/** Everything that the trash stores of one record, piece by piece, because it may be large. */
async function* piecesOf(db: Queries, vault: OpenVault, item: TrashRow): AsyncGenerator<Json> {
  yield item.name;
  const versions = item.kind === 'layout' ? layoutVersions : requestVersions;
  yield await versions.labelsInTrash(db, item.id);
  if (item.kind === 'http-request')
    for await (const request of readTrashed(db, vault, item)) yield request as unknown as Json;
  else
    for await (const { snapshot } of layoutVersions.inTrash(db, item.id))
      yield (await unpackSnapshot(snapshot)) as unknown as Json;
}

async function some(pieces: AsyncIterable<Json>, test: (piece: Json) => boolean): Promise<boolean> {
  for await (const piece of pieces) if (test(piece)) return true;
  return false;
}

/** Permanently deletes trash items that pass the test in any version (contract: Trash 5). */
export async function eraseFromTrash(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  isTheirs: (piece: Json) => boolean,
  throwIfStopping: () => void,
): Promise<void> {
  const open = await vault.unlock();
  for await (const item of allTrash(db)) {
    throwIfStopping();
    if (await some(piecesOf(db, open, item), isTheirs)) await db.rows(trashRemoval(item.id));
  }
}
