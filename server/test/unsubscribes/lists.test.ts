import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addUnsubscribe,
  eraseAddress,
  suppress,
} from '../../src/features/sending/unsubscribes/change-unsubscribes.ts';
import {
  findSuppressed,
  findUnsubscribed,
} from '../../src/features/sending/unsubscribes/find-unsubscribed.ts';
import { exportedRows, importedCounts } from '../../src/features/sending/unsubscribes/unsubscribes.schema.ts';
import { expectSentence } from '../faults/command-line.ts';
import type { Outstep } from '../harness/outstep.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { sendingContext } from './mailing.ts';

let outstep: Outstep;
let folder: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  folder = await mkdtemp(join(tmpdir(), 'outstep-lists-'));
});
afterAll(async () => {
  await outstep?.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runOutstep(outstep.env, ['unsubscribe', ...args]);
const written = async (name: string, text: string) => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const readers = (many: number) => Array.from({ length: many }, (_, i) => `reader${i}@example.com`);

/** Runs the same operations without starting processes. */
async function imported(storeId: string, addresses: string[]) {
  const file = { name: 'list.txt', chunks: Readable.from([Buffer.from(addresses.join('\n'))]) };
  return importedCounts.parse(await outstep.operator(storeId, 'import_unsubscribes', { file }));
}
async function exported(storeId: string) {
  const { unsubscribes } = exportedRows.parse(await outstep.operator(storeId, 'export_unsubscribes', {}));
  const addresses: string[] = [];
  for await (const { address } of unsubscribes) addresses.push(address);
  return addresses;
}
const newContext = async () => sendingContext(outstep, await outstep.newStore());

describe('unsubscribe import', () => {
  test('imports the list and reports the counts', async () => {
    const ctx = await newContext();
    await addUnsubscribe(ctx, 'known@example.com', 'link');
    const path = await written(
      'list.csv',
      'Name,Email\nA,New@Example.com\nB,KNOWN@example.com\nC,\nD,new@example.com\n',
    );
    const done = await run('import', '--store', ctx.storeId, path, '--json');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(done.stdout)).toEqual({ imported: 1, known: 2, refused: 1 });
    const again = await run('import', '--store', ctx.storeId, path);
    expect(again.stdout).toBe('imported: 0\nknown: 3\nrefused: 1\n');
    const asked = ['new@example.com', 'known@example.com', 'other@example.com'];
    expect(await findUnsubscribed(ctx, asked)).toEqual(new Set(asked.slice(0, 2)));
  });

  test('does not bring an erased address back', async () => {
    const ctx = await newContext();
    await addUnsubscribe(ctx, 'erased@example.com', 'link');
    await eraseAddress(ctx, 'erased@example.com');
    expect(await imported(ctx.storeId, ['erased@example.com'])).toEqual({
      imported: 0,
      known: 1,
      refused: 0,
    });
    expect(await exported(ctx.storeId)).toEqual([]);
  });

  test('takes lists of several batches, two at once', async () => {
    const ctx = await newContext();
    const lists = [readers(3500), readers(3500).reverse()];
    const counts = await Promise.all(lists.map((list) => imported(ctx.storeId, list)));
    const sum = (name: 'imported' | 'known' | 'refused') => counts.reduce((all, each) => all + each[name], 0);
    expect([sum('imported'), sum('known'), sum('refused')]).toEqual([3500, 3500, 0]);
    expect((await findUnsubscribed(ctx, readers(3500))).size).toBe(3500);
  });

  test('refuses a missing file and an unknown store with a message', async () => {
    const { storeId } = await newContext();
    expectSentence(
      await run('import', '--store', storeId, join(folder, 'missing.txt')),
      /missing\.txt: no such file/,
    );
    expectSentence(await run('import', '--store', storeId, folder), /not a file/);
    expectSentence(await run('import', '--store', storeId), /FILE: required/);
    const list = await written('one.txt', 'a@example.com');
    expectSentence(await run('import', '--store', outstep.core.runtime.newId(), list), /unknown store/);
  });

  test('refuses a list that is too long', async () => {
    const { storeId } = await newContext();
    async function* endless() {
      const lines = Buffer.from('-\n'.repeat(10_000));
      for (;;) yield lines;
    }
    await expect(
      outstep.operator(storeId, 'import_unsubscribes', { file: { name: 'x', chunks: endless() } }),
    ).rejects.toThrow('FILE: more than 1000000 lines; split it and import each part');
  });
});

describe('unsubscribe export', () => {
  test('is CSV, with --json one object, and can be imported elsewhere', async () => {
    const [ctx, other] = [await newContext(), await newContext()];
    await addUnsubscribe(ctx, 'Linked@example.com', 'link');
    await addUnsubscribe(ctx, "o'neil+x=1@example.com", 'app');
    await addUnsubscribe(other, 'foreign@example.com', 'app');
    const csv = await run('export', '--store', ctx.storeId);
    expect(csv).toMatchObject({ code: 0, stderr: '' });
    const [header, ...lines] = csv.stdout.trimEnd().split('\n');
    expect(header).toBe('address,source,createdAt');
    expect(lines.sort()).toEqual([
      expect.stringMatching(/^linked@example\.com,link,\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      expect.stringMatching(/^o'neil\+x=1@example\.com,app,/),
    ]);
    const json = JSON.parse((await run('export', '--store', ctx.storeId, '--json')).stdout);
    expect(json.unsubscribes).toHaveLength(2);
    expect(Object.keys(json.unsubscribes[0])).toEqual(['address', 'source', 'createdAt']);

    const elsewhere = await newContext();
    const path = await written('moved.csv', csv.stdout);
    expect((await run('import', '--store', elsewhere.storeId, path)).stdout).toContain('imported: 2');
  });

  test('is complete for any number of addresses', async () => {
    const { storeId } = await newContext();
    for (const many of [1000, 2500]) {
      await imported(storeId, readers(many));
      expect((await exported(storeId)).sort()).toEqual(readers(many).sort());
    }
  });
});

describe('one address', () => {
  test('is unsubscribed by hand, and subscribed again', async () => {
    const ctx = await newContext();
    const ask = (name: string, email: string) => outstep.operator(ctx.storeId, name, { email });
    expect(await ask('add_unsubscribe', ' By.Hand@Example.com ')).toEqual({ unsubscribed: true });
    expect(await exported(ctx.storeId)).toEqual(['by.hand@example.com']);
    expect(await ask('remove_unsubscribe', 'by.hand@example.com')).toEqual({ removed: true });
    expect(await ask('remove_unsubscribe', 'by.hand@example.com')).toEqual({ removed: false });
    expect(await exported(ctx.storeId)).toEqual([]);
  });

  test('must be a valid address', async () => {
    const { storeId } = await newContext();
    for (const email of ['', 'anna', 'a@example.com, b@example.com'])
      await expect(outstep.operator(storeId, 'add_unsubscribe', { email })).rejects.toThrow(
        'email: must be one',
      );
  });

  test('is written to again when its suppression is lifted', async () => {
    const ctx = await newContext();
    await suppress(ctx, 'gone@example.com', '550 no such user');
    const lift = () => outstep.operator(ctx.storeId, 'remove_suppression', { email: 'Gone@example.com' });
    expect([await lift(), await lift()]).toEqual([{ removed: true }, { removed: false }]);
    expect(await findSuppressed(ctx, ['gone@example.com'])).toEqual(new Set());
  });
});
