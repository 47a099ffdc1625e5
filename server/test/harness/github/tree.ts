import type { Git } from './git.ts';
import { refuse } from './refusal.ts';

export interface TreeEntry {
  path: string;
  mode: string;
  type: string;
  sha: string;
  size: number | null;
}

/** As in the body of `POST git/trees`. */
export interface NewEntry {
  path: string;
  mode: string;
  type: string;
  sha?: string | null;
  content?: string;
}

/** GitHub's error for removing what doesn't exist, and for a file in place of a folder or vice versa. */
const BAD_STATE = 'GitRPC::BadObjectState';

export async function listTree(git: Git, sha: string): Promise<TreeEntry[]> {
  const lines = (await git.run(['ls-tree', '-z', '-l', sha])).split('\0').filter(Boolean);
  return lines.map((line) => {
    const [about = '', path = ''] = line.split('\t');
    const [mode = '', type = '', object = '', size = ''] = about.split(/ +/);
    return { path, mode, type, sha: object, size: /^\d+$/.test(size) ? Number(size) : null };
  });
}

/**
 * A tree made from another one with changes; `null` if no file is left, because git keeps no empty folder.
 */
export async function changeTree(
  git: Git,
  base: string | null,
  changes: readonly NewEntry[],
): Promise<string | null> {
  const entries = new Map((base ? await listTree(git, base) : []).map((entry) => [entry.path, entry]));
  const below = new Map<string, NewEntry[]>();
  for (const change of changes) {
    const slash = change.path.indexOf('/');
    if (slash === -1) await setEntry(git, entries, change);
    else {
      const name = change.path.slice(0, slash);
      below.set(name, [...(below.get(name) ?? []), { ...change, path: change.path.slice(slash + 1) }]);
    }
  }
  for (const [name, inner] of below) {
    const old = entries.get(name);
    if (old && old.type !== 'tree') refuse(422, BAD_STATE);
    const sha = await changeTree(git, old?.sha ?? null, inner);
    if (sha) entries.set(name, { path: name, mode: '040000', type: 'tree', sha, size: null });
    else entries.delete(name);
  }
  if (entries.size === 0) return null;
  const lines = [...entries.values()].map(({ mode, type, sha, path }) => `${mode} ${type} ${sha}\t${path}\0`);
  return await git
    .run(['mktree', '-z'], { input: lines.join('') })
    .catch(() => refuse(422, 'Invalid tree info'));
}

async function setEntry(git: Git, entries: Map<string, TreeEntry>, change: NewEntry): Promise<void> {
  const { path, mode, type, content } = change;
  if (path === '' || path === '.' || path === '..' || path.toLowerCase() === '.git')
    refuse(422, 'tree.path contains a malformed path component');
  if ((change.sha === undefined) === (content === undefined))
    refuse(422, 'Must supply either tree.sha or tree.content');
  if (change.sha === null) {
    if (!entries.delete(path)) refuse(422, BAD_STATE);
    return;
  }
  const sha =
    content === undefined
      ? await git.resolve(String(change.sha), type === 'tree' ? 'tree' : 'blob')
      : await git.writeBlob(content);
  if (!sha) return refuse(422, `tree.sha ${change.sha} is not a valid ${type}`);
  const old = entries.get(path);
  if (old && (old.type === 'tree') !== (type === 'tree')) refuse(422, BAD_STATE);
  entries.set(path, { path, mode, type, sha, size: null });
}
