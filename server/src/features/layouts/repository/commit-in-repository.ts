import { notFound, Refusal } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { CommitRead } from '../../../kernel/repository.ts';
import type { LayoutState } from '../content/layout-state.schema.ts';
import { hashOf } from '../translations/require-translation.ts';
import { isLayoutFile, layoutFrom } from './layout-files.rules.ts';
import { withRepository } from './open-repository.ts';
import { folderOfLayout, isShortSha } from './repository.rules.ts';

/** More than a layout can have, so that one language too many is refused by the rule for languages. */
const MAX_FILES = 64;
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * A layout at a commit that changed it, named by its sha or the beginning of it; any other commit is not found
 * (contract: Repository 2).
 */
export async function layoutAt(
  ctx: Pick<Context, 'db' | 'vault' | 'repositories' | 'sha256'>,
  layoutId: string,
  named: string,
): Promise<{ commit: CommitRead; state: LayoutState }> {
  const { commit, files } = await withRepository(ctx, async ({ connection, repository }) => {
    const folder = folderOfLayout(connection.folder, layoutId);
    const sha = isShortSha(named) ? await repository.findSha(folder, named) : named;
    const found = sha && (await repository.commitOf(folder, sha));
    if (!found) throw notFound();
    const limits = { wanted: isLayoutFile, maxFiles: MAX_FILES, maxBytes: MAX_BYTES };
    return { commit: found, files: await repository.filesAt(folder, found.sha, limits) };
  });
  if (files === 'too_many') throw new Refusal('invalid', message('more_files_than_languages'));
  const state = layoutFrom(files ?? [], hashOf(ctx));
  if (!state) throw notFound();
  return { commit, state };
}
