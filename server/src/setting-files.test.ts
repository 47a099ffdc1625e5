import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig, settingNames } from './config.ts';
import { MAX_FILE_BYTES, readSettingFiles } from './setting-files.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const SECRET = 'n0t-for-anybody';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outstep-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string | Buffer): string {
  const path = join(mkdtempSync(join(folder, 'a-')), 'value');
  writeFileSync(path, content);
  return path;
}

test('accepts every setting from a file', () => {
  const values = Object.fromEntries(settingNames.map((name) => [name, `value of ${name}`]));
  const env = Object.fromEntries(settingNames.map((name) => [`${name}_FILE`, fileWith(`${values[name]}\n`)]));
  expect(readSettingFiles(settingNames, env)).toEqual({ values, faults: [] });
  // Otherwise one of them would be mistaken for the file of another.
  expect(settingNames.filter((name) => name.endsWith('_FILE'))).toEqual([]);
});

test('readConfig reads them', () => {
  const env = {
    OUTSTEP_MASTER_KEY_FILE: fileWith(`${key}\n`),
    DATABASE_URL_FILE: fileWith('postgres://shop:pass@db:5432/outstep'),
  };
  const config = readConfig(env);
  expect(config.masterKey.toString('base64')).toBe(key);
  expect(config.databaseUrl).toBe('postgres://shop:pass@db:5432/outstep');
});

describe('the content', () => {
  const valueFrom = (content: string | Buffer) =>
    readSettingFiles(['A'], { A_FILE: fileWith(content) }).values['A'];

  test('is the value without one trailing line break', () => {
    expect(valueFrom('value')).toBe('value');
    expect(valueFrom('value\n')).toBe('value');
    expect(valueFrom('value\r\n')).toBe('value');
    expect(valueFrom('two\nlines\n\n')).toBe('two\nlines\n');
    expect(valueFrom(' spaces stay \n')).toBe(' spaces stay ');
  });

  test('can have 64 KiB', () => {
    expect(valueFrom('a'.repeat(MAX_FILE_BYTES))).toHaveLength(MAX_FILE_BYTES);
  });

  test('is found through symbolic links, as in Kubernetes', () => {
    const path = join(folder, 'link');
    symlinkSync(fileWith('linked'), path);
    expect(readSettingFiles(['A'], { A_FILE: path }).values).toEqual({ A: 'linked' });
  });
});

describe('rejects without repeating the content or the path', () => {
  const faultsOf = (path: string) => readSettingFiles(['A'], { A_FILE: path }).faults;

  test.each([
    ['too much', () => fileWith(SECRET.repeat(5_000)), 'A_FILE: the file has more than 65536 bytes'],
    ['nothing', () => fileWith('\n'), 'A_FILE: the file is empty'],
    ['bytes', () => fileWith(Buffer.from([0x6e, 0xff, 0xfe])), 'A_FILE: the file is not text (UTF-8)'],
    ['no file', () => join(folder, SECRET), 'A_FILE: the file cannot be read (ENOENT)'],
    ['a secret for a path', () => `${SECRET}\0`, /^A_FILE: the file cannot be read \(\w+\)$/],
    ['a name too long', () => SECRET.repeat(1_000), 'A_FILE: the file cannot be read (ENAMETOOLONG)'],
    ['a device without an end', () => '/dev/zero', 'A_FILE: the file is not a file'],
  ])('%s', (_, pathOf, words) => {
    const [fault = '', ...more] = faultsOf(pathOf());
    expect(more).toEqual([]);
    expect(fault).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
    expect(fault).not.toContain(SECRET);
  });

  test('a folder', () => {
    const path = join(folder, 'folder');
    mkdirSync(path);
    expect(faultsOf(path)).toEqual(['A_FILE: the file is not a file']);
  });

  test('rejects a pipe without a writer at once', () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    expect(faultsOf(path)).toEqual(['A_FILE: the file is not a file']);
  });

  test('both at once, also when the file is missing', () => {
    const env = { OUTSTEP_MASTER_KEY: key, OUTSTEP_MASTER_KEY_FILE: join(folder, 'gone') };
    expect(() => readConfig(env)).toThrow(
      'OUTSTEP_MASTER_KEY: also given by OUTSTEP_MASTER_KEY_FILE; only one of them may be',
    );
  });

  test('an invalid value, naming the setting', () => {
    const env = { OUTSTEP_MASTER_KEY_FILE: fileWith(SECRET) };
    expect(() => readConfig(env)).toThrow(/^OUTSTEP_MASTER_KEY: must be 32 bytes(?!.*n0t-for)/);
  });
});

test('treats an empty value as not set', () => {
  const env = { OUTSTEP_MASTER_KEY: key, OUTSTEP_MASTER_KEY_FILE: '', REDIS_URL: '' };
  expect(readConfig(env).redisUrl).toBe('redis://localhost:6379');
});
