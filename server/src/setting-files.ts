import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** More than any setting needs: the key of a GitHub app has 2 KB. */
export const MAX_FILE_BYTES = 65_536;

/** Why a file cannot be used, without any of its content. */
class FileFault extends Error {}

function readBytes(file: number): Buffer {
  const bytes = Buffer.alloc(MAX_FILE_BYTES + 1);
  let length = 0;
  for (let count = -1; count !== 0 && length < bytes.length; length += count)
    count = readSync(file, bytes, length, bytes.length - length, null);
  if (length > MAX_FILE_BYTES) throw new FileFault(`has more than ${MAX_FILE_BYTES} bytes`);
  return bytes.subarray(0, length);
}

function readText(path: string): string {
  // Non-blocking, because opening a pipe without a writer would wait forever.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new FileFault('is not a file');
    return new TextDecoder('utf-8', { fatal: true }).decode(readBytes(file));
  } finally {
    closeSync(file);
  }
}

/** Editors and `echo` end a file with a line break, which no setting contains. */
function valueIn(path: string): string {
  const value = readText(path).replace(/\r?\n$/, '');
  if (value === '') throw new FileFault('is empty');
  return value;
}

/** Repeats neither content nor path, because the path is the secret if the two names were mixed up. */
function sentenceOf(error: unknown): string {
  if (error instanceof FileFault) return `the file ${error.message}`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'the file is not text (UTF-8)';
  return `the file cannot be read (${code})`;
}

/**
 * Reads settings, each of which may be in a file instead: `NAME_FILE` is its path. Secrets are then kept out
 * of the environment, which child processes inherit and containers expose. A setting with an empty value
 * counts as not set.
 */
export function readSettingFiles(
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): { values: Record<string, string>; faults: string[] } {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of names) {
    const [value, path] = [env[name], env[`${name}_FILE`]];
    if (value) values[name] = value;
    if (!path) continue;
    if (value) faults.push(`${name}: also given by ${name}_FILE; only one of them may be`);
    else
      try {
        values[name] = valueIn(path);
      } catch (error) {
        faults.push(`${name}_FILE: ${sentenceOf(error)}`);
      }
  }
  return { values, faults };
}
