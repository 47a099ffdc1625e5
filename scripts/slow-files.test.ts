import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { slowFiles } from '../server/test/slow-files.ts';

test('at most ten test files may take more CPU than the others', () => {
  expect(Object.keys(slowFiles).length).toBeLessThanOrEqual(10);
});

test('every file that may take more exists', () => {
  expect(Object.keys(slowFiles).filter((file) => !existsSync(file))).toEqual([]);
});
