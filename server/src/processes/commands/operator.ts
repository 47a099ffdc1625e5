import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { readConfig } from '../../config.ts';
import { findStoreOfKey } from '../../features/access/keys/keys.store.ts';
import { storeExists } from '../../features/access/stores/stores.store.ts';
import { invalidField } from '../../kernel/fields.ts';
import type { LocalFile, LocalStream } from '../../kernel/local-file.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { AnyOperation } from '../../kernel/operation.ts';
import { safeName } from '../../kernel/safe-name.ts';
import { runOperatorCommand } from '../../surfaces/cli/operator.ts';
import { createContexts } from '../contexts.ts';
import { createCore } from '../core.ts';
import { lazyPeople } from './lazy-people.ts';
import type { Terminal } from './terminal.ts';

const reasons: Readonly<Record<string, Message>> = {
  ENOENT: message('no_such_file'),
  ENOTDIR: message('no_such_file'),
  EACCES: message('permission_denied'),
  EISDIR: message('not_a_file'),
};

/** Opens a regular file for reading; a pipe or a device may never end. */
async function openFile(path: string): Promise<FileHandle> {
  const refuse = (reason: Message) => invalidField(safeName(path), reason);
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw refuse(reasons[error.code ?? ''] ?? message('unreadable'));
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw refuse(message('not_a_file'));
}

async function readFile(path: string, maxBytes: number): Promise<LocalFile> {
  const handle = await openFile(path);
  try {
    const bytes = await buffer(handle.createReadStream({ autoClose: false, end: maxBytes }));
    return { name: basename(path), bytes };
  } finally {
    await handle.close();
  }
}

async function streamFile(path: string): Promise<LocalStream> {
  await (await openFile(path)).close();
  const chunks = { [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator]() };
  return { name: basename(path), chunks };
}

/** Runs an operation of the command line, under row-level security like any other caller. */
export async function runOperator(
  operation: AnyOperation,
  args: string[],
  terminal: Terminal,
  /** Called before everything is closed: parts of the value may be streams. */
  show: (value: unknown) => void | Promise<void>,
): Promise<void> {
  const core = createCore({ ...readConfig(terminal.env), logLevel: 'silent', databaseConnections: 1 });
  const people = lazyPeople(core);
  // Render processes start only for commands that need them.
  const contexts = createContexts(core, { people });
  try {
    const value = await runOperatorCommand(operation, args, {
      newId: core.runtime.newId,
      storeExists: (storeId) => storeExists(core.database.forStore(storeId)),
      storeOfKey: (keyId) => findStoreOfKey(core.database.outsideStores, keyId),
      readStdin: () => text(terminal.stdin),
      readFile,
      streamFile,
      contextFor: contexts.asOperator,
    });
    await show(value);
  } finally {
    await contexts.close();
    await people.close();
    await core.close();
  }
}
