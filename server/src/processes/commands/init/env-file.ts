import { constants } from 'node:fs';
import { access, chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from '../../../config.ts';
import { codeOf } from '../connection-error.ts';
import { initSettings } from './settings.ts';

export type EnvValues = Readonly<Record<string, string>>;

const MASTER_KEY = 'OUTSTEP_MASTER_KEY';

/** Quotes a value so that reading the file returns it unchanged. */
function quoted(name: string, value: string): string {
  const ways = [value, ...["'", '"', '`'].map((mark) => mark + value + mark)];
  const right = ways.find((way) => parseEnv(`${name}=${way}\n`)[name] === value);
  if (right === undefined)
    throw new ConfigError(`${name}: cannot be written to a file: it has line breaks or every kind of quote`);
  return right;
}

const line = (name: string, value: string) =>
  value === '' ? `# ${name}=` : `${name}=${quoted(name, value)}`;

/** The content of the file; settings that `init` does not ask for are kept at its end. */
export function envText(values: EnvValues, others: EnvValues): string {
  const asked = initSettings.flatMap(({ name, comment }) => [
    // A setting without a comment shares that of the previous one.
    ...(comment.length > 0 ? ['', ...comment.map((text) => `# ${text}`)] : []),
    line(name, values[name] ?? ''),
  ]);
  const kept = Object.entries(others).map(([name, value]) => line(name, value));
  return [
    '# Settings of Outstep. docs/OPERATIONS.md lists all of them, and `outstep doctor` checks them.',
    '# This file gives access to all data: keep it private, and keep a copy separate from the database.',
    '',
    '# Encrypts every secret of this installation. Without it, encrypted data cannot be recovered.',
    line(MASTER_KEY, values[MASTER_KEY] ?? ''),
    ...asked,
    ...(kept.length > 0 ? ['', '# Settings kept from the previous file.', ...kept] : []),
    '',
  ].join('\n');
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'it is not a folder',
  ENOSPC: 'the disk is full',
};

function toSentence(error: unknown, path: string): unknown {
  if (codeOf(error) === 'EEXIST') return fileExistsError(path);
  const why = REASONS[codeOf(error)];
  return why ? new ConfigError(`${path} cannot be written: ${why}`) : error;
}

const fileExistsError = (path: string) =>
  new ConfigError(`${path} already exists; use --force to rewrite it with its master key and other settings`);

/** Reads the current file before any questions are asked, and throws if it must not be replaced. */
export async function openEnvFile(folder: string, mayReplace: boolean) {
  const path = join(folder, '.env');
  const text = await readFile(path, 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw toSentence(error, path);
  });
  if (text !== null && !mayReplace) throw fileExistsError(path);
  await access(folder, constants.W_OK).catch((error) => {
    throw toSentence(error, path);
  });
  return {
    path,
    before: (text === null ? {} : parseEnv(text)) as EnvValues,
    async write(content: string) {
      try {
        // Private from the first byte on; an existing file may have been readable by others.
        if (text !== null) await chmod(path, 0o600);
        await writeFile(path, content, { mode: 0o600, flag: text === null ? 'wx' : 'w' });
      } catch (error) {
        throw toSentence(error, path);
      }
    },
  };
}
