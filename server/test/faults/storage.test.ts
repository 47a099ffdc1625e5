import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const guest = fileURLToPath(new URL('./storage-guest.ts', import.meta.url));

test('reports a full or read-only disk in a sentence and leaves no partial file', async () => {
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--mount', ...asRoot, '--', process.execPath, guest],
    { env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` } },
  );
  const cannot = 'OperationError: the files folder (OUTSTEP_FILES) cannot be used:';
  expect(JSON.parse(stdout)).toEqual({
    small: 'done',
    full: `${cannot} the disk is full`,
    // All of the space is free again.
    afterwards: ['f_11111111111111111111111111.bin'],
    again: 'done',
    readOnly: `${cannot} it is read-only`,
    probe: `${cannot} it can't be created`,
    removing: `${cannot} it is read-only`,
  });
});
