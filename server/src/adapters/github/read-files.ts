import { z } from 'zod';
import type { ReadLimits } from '../../kernel/repository.ts';
import type { RepositoryApi } from './repository-api.ts';

const AT_ONCE = 4;
/** GitHub lists at most this many entries of a folder, and does not report that there are more. */
const MAX_TREE_ENTRIES = 1000;

const entry = z.object({
  type: z.string(),
  name: z.string(),
  path: z.string(),
  sha: z.string(),
  size: z.number(),
  git_url: z.string().nullable(),
});
type TreeEntry = z.infer<typeof entry>;

/** If the path is a file, GitHub returns a single entry instead of a list. */
const listing = z.union([z.array(entry), z.object({ type: z.string() }).transform(() => null)]);
const blob = z.object({ content: z.string(), encoding: z.literal('base64') });

/** GitHub lists submodules as files, but their content is elsewhere. */
const isFile = ({ type, git_url }: TreeEntry) => type === 'file' && git_url?.includes('/git/blobs/') === true;

export async function readFiles(
  api: RepositoryApi,
  folder: string,
  sha: string,
  { wanted, maxFiles, maxBytes }: ReadLimits,
): Promise<{ path: string; content: string | null }[] | 'too_many' | null> {
  const list = async (path: string) => {
    const found = await api.find(listing, (request) =>
      request('GET /repos/{owner}/{repo}/contents/{path}', { ...api.at, path, ref: sha }),
    );
    return found?.data ?? null;
  };
  const top = await list(folder);
  if (!top) return null;
  const folders = top.filter(({ type }) => type === 'dir');
  if (folders.length > maxFiles) return 'too_many';
  const inner = await mapConcurrently(folders, async ({ name, path }) =>
    ((await list(path)) ?? []).map((item) => ({ ...item, name: `${name}/${item.name}` })),
  );
  if ([top, ...inner].some(({ length }) => length >= MAX_TREE_ENTRIES)) return 'too_many';
  const files = [...top, ...inner.flat()].filter((item) => isFile(item) && wanted(item.name));
  if (files.length > maxFiles) return 'too_many';
  return await mapConcurrently(files, async ({ name, sha: file_sha, size }) => {
    if (size > maxBytes) return { path: name, content: null };
    const { data } = await api.ask(blob, (request) =>
      request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', { ...api.at, file_sha }),
    );
    return { path: name, content: textOf(Buffer.from(data.content, 'base64')) };
  });
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The results in order; after a failure no further call is started. */
async function mapConcurrently<In, Out>(
  items: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results = new Map<number, Out>();
  const left = [...items.entries()];
  const readQueuedFiles = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      try {
        results.set(next[0], await work(next[1]));
      } catch (error) {
        left.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readQueuedFiles));
  return items.map((_, index) => results.get(index) as Out);
}
