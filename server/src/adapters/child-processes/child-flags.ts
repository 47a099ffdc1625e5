import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folders of installed packages that the script's imports can lead to. */
function packageFolders(scriptPath: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(scriptPath); ; at = dirname(at)) {
    const folder = join(at, 'node_modules');
    if (existsSync(folder)) folders.push(folder);
    if (existsSync(join(folder, 'workerpool')) || at === dirname(at)) return folders;
  }
}

/** All code of the package that the script belongs to: the folder right below its package.json. */
function codeFolder(scriptPath: string): string {
  let folder = dirname(scriptPath);
  while (!existsSync(join(dirname(folder), 'package.json')) && folder !== dirname(folder))
    folder = dirname(folder);
  return folder;
}

/**
 * Node's flags for a process that runs untrusted work: a small heap, and no files but its own code, no
 * processes, threads or addons.
 */
export function childFlags(scriptPath: string, heapMegabytes: number): string[] {
  const readable = [codeFolder(scriptPath), ...packageFolders(scriptPath)];
  const flags = [
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
  ];
  // workerpool appends the parent's heap size, and the last flag wins: ours has to stay last.
  return Object.assign(flags, { concat: (parents: string[]) => [...parents, ...flags] });
}
