import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { importUnsubscribes } from '../../src/features/sending/unsubscribes/import-unsubscribes.op.ts';
import { exportedRows, importedCounts } from '../../src/features/sending/unsubscribes/unsubscribes.schema.ts';
import type { BoundStatement, StoreDatabase } from '../../src/kernel/ports.ts';
import { createContexts } from '../../src/processes/contexts.ts';
import { expectOneLineError } from '../faults/command-line.ts';
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
  return importedFrom(storeId, `${addresses.join('\n')}\n`, { as: 'unsubscribed' });
}
async function importedFrom(storeId: string, content: string, choices: Record<string, string> = {}) {
  const file = { name: 'list.csv', chunks: [Buffer.from(content)] };
  return importedCounts.parse(await outstep.operator(storeId, 'import_unsubscribes', { file, ...choices }));
}
async function exported(storeId: string) {
  const { unsubscribes } = exportedRows.parse(await outstep.operator(storeId, 'export_unsubscribes', {}));
  const addresses: string[] = [];
  for await (const { address } of unsubscribes) addresses.push(address);
  return addresses;
}
/** Imports, and calls `insert` before each batch that is written, and `begin` before the transaction. */
function importedBetween(
  storeId: string,
  chunks: AsyncIterable<Uint8Array>,
  insert: (query: BoundStatement<unknown>) => void,
  begin = () => {},
) {
  const contexts = createContexts(outstep.core);
  const ctx = contexts.asOperator(storeId);
  const transaction: StoreDatabase['transaction'] = (work) => {
    begin();
    return ctx.db.transaction((tx) =>
      work({
        ...tx,
        rows: async (query) => {
          if (query.statement.name.endsWith('_insert')) insert(query);
          return tx.rows(query);
        },
      }),
    );
  };
  const input = { file: { name: 'x', chunks }, as: 'unsubscribed' } as const;
  return importUnsubscribes
    .run({ ...ctx, db: { ...ctx.db, transaction } }, input, undefined)
    .finally(contexts.close);
}
const newContext = async () => sendingContext(outstep, await outstep.newStore());

describe('unsubscribe import', () => {
  test('imports what the status column says, names rejected lines, and counts the rest (contract: Unsubscribing and erasing 6; Unsubscribing and erasing 8)', async () => {
    const ctx = await newContext();
    await addUnsubscribe(ctx, 'known@example.com', 'link');
    const path = await written(
      'list.csv',
      [
        'Name;Email;Status',
        'A;New@Example.com;abgemeldet',
        'B;KNOWN@example.com;unsubscribed',
        'C;;unsubscribed',
        'D;new@example.com;spam',
        'E;gone@example.com;cleaned',
        'F;reader@example.com;subscribed',
        '',
      ].join('\r\n'),
    );
    const done = await run('import', '--store', ctx.storeId, path, '--json');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(done.stdout)).toEqual({
      ...{ imported: 1, suppressed: 1, known: 2, skipped: 1 },
      ...{ refused: 1, refusedLines: [{ line: 4, reason: 'no address' }], openLine: null, encoding: 'UTF-8' },
    });
    const again = await run('import', '--store', ctx.storeId, path);
    expect(again.stdout).toBe(
      'imported: 0\nsuppressed: 0\nknown: 4\nskipped: 1\nrefused: 1\nrefusedLines:\n  line: 4, reason: no address\nopenLine: null\nencoding: UTF-8\n',
    );
    const asked = ['new@example.com', 'known@example.com', 'gone@example.com', 'reader@example.com'];
    expect(await findUnsubscribed(ctx, asked)).toEqual(new Set(asked.slice(0, 2)));
    expect(await findSuppressed(ctx, asked)).toEqual(new Set(['gone@example.com']));
  });

  test('imports nothing until the meaning of the file is given (contract: Unsubscribing and erasing 7)', async () => {
    const ctx = await newContext();
    const list = await written('plain.txt', 'a@example.com\nb@example.com\n');
    expectOneLineError(
      await run('import', '--store', ctx.storeId, list),
      /as: required: no column says what the addresses mean; choose unsubscribed or bounced/,
    );
    const guests = await written(
      'guests.csv',
      'email,status\na@example.com,Gold\nb@example.com,unsubscribed\n',
    );
    expectOneLineError(
      await run('import', '--store', ctx.storeId, guests),
      /statuses: not recognized: "Gold"; specify what each one means/,
    );
    expect(await exported(ctx.storeId)).toEqual([]);
    const bounced = await run('import', '--store', ctx.storeId, '--as', 'bounced', list);
    expect(bounced.stdout).toContain('suppressed: 2');
    const chosen = await run('import', '--store', ctx.storeId, '--statuses', 'Gold=skipped', guests);
    expect(chosen.stdout).toContain('imported: 1\nsuppressed: 0\nknown: 0\nskipped: 1');
    expect(await exported(ctx.storeId)).toEqual(['b@example.com']);
  });

  test('imports a file as a whole or not at all (contract: Unsubscribing and erasing 8)', async () => {
    const { storeId } = await newContext();
    const many = readers(2500).map((address) => `${address},unsubscribed\n`);
    const file = `email,status\n${many.join('')}`;
    await expect(
      importedFrom(storeId, `${file}"open@example.com,unsubscribed\nlast@example.com,x\n`),
    ).rejects.toThrow('FILE: line 2502 has a quotation mark that is never closed');
    await expect(importedFrom(storeId, `${file}last@example.com,who knows\n`)).rejects.toThrow('"who knows"');
    expect(await exported(storeId)).toEqual([]);
    const list = {
      async *[Symbol.asyncIterator]() {
        yield Buffer.from(readers(2500).join('\n'));
      },
    };
    // The last batch cannot be written, so the others are rolled back.
    const written: number[] = [];
    await expect(
      importedBetween(storeId, list, ({ values }) => {
        if (written.push(values.length) === 3) throw new Error('disk gone');
      }),
    ).rejects.toThrow('disk gone');
    expect(written).toHaveLength(3);
    expect(await exported(storeId)).toEqual([]);
  });

  test('reads and hashes the whole file before it takes a connection (contract: Unsubscribing and erasing 8)', async () => {
    const { storeId } = await newContext();
    const events: string[] = [];
    const file = Buffer.from(readers(2500).join('\n'));
    const chunks = {
      async *[Symbol.asyncIterator]() {
        events.push('read');
        yield file;
      },
    };
    const done = await importedBetween(
      storeId,
      chunks,
      () => events.push('insert'),
      () => events.push('begin'),
    );
    expect(done.value).toMatchObject({ imported: 2500 });
    expect(events.lastIndexOf('read')).toBeLessThan(events.indexOf('begin'));
    expect(events.slice(events.indexOf('begin'))).toEqual(['begin', 'insert', 'insert', 'insert']);
  });

  test('does not restore an erased address', async () => {
    const ctx = await newContext();
    await addUnsubscribe(ctx, 'erased@example.com', 'link');
    await eraseAddress(ctx, 'erased@example.com');
    expect(await imported(ctx.storeId, ['erased@example.com'])).toMatchObject({
      imported: 0,
      known: 1,
      refused: 0,
    });
    expect(await exported(ctx.storeId)).toEqual([]);
  });

  test('imports lists of several batches, two at once', async () => {
    const ctx = await newContext();
    const lists = [readers(3500), readers(3500).reverse()];
    const counts = await Promise.all(lists.map((list) => imported(ctx.storeId, list)));
    const sum = (name: 'imported' | 'known' | 'refused') => counts.reduce((all, each) => all + each[name], 0);
    expect([sum('imported'), sum('known'), sum('refused')]).toEqual([3500, 3500, 0]);
    expect((await findUnsubscribed(ctx, readers(3500))).size).toBe(3500);
  });

  test('rejects a missing file and an unknown store with a message', async () => {
    const { storeId } = await newContext();
    expectOneLineError(
      await run('import', '--store', storeId, join(folder, 'missing.txt')),
      /missing\.txt: no such file/,
    );
    expectOneLineError(await run('import', '--store', storeId, folder), /not a file/);
    expectOneLineError(await run('import', '--store', storeId), /FILE: required/);
    const list = await written('one.txt', 'a@example.com');
    expectOneLineError(await run('import', '--store', outstep.core.runtime.newId(), list), /unknown store/);
  });

  test('rejects a list that is too long', async () => {
    const { storeId } = await newContext();
    const lines = Buffer.from('-\n'.repeat(10_000));
    const chunks = Array.from({ length: 101 }, () => lines);
    await expect(
      outstep.operator(storeId, 'import_unsubscribes', { file: { name: 'x', chunks } }),
    ).rejects.toThrow('FILE: more than 1000000 lines; split it and import each part');
  });
});

describe('unsubscribe export', () => {
  test('is CSV without formulas, with --json one object, and can be imported elsewhere (contract: Unsubscribing and erasing 9)', async () => {
    const [ctx, other] = [await newContext(), await newContext()];
    await addUnsubscribe(ctx, 'Linked@example.com', 'link');
    await addUnsubscribe(ctx, "o'neil+x=1@example.com", 'app');
    await addUnsubscribe(ctx, '+1@example.com', 'app');
    await addUnsubscribe(other, 'foreign@example.com', 'app');
    const csv = await run('export', '--store', ctx.storeId);
    expect(csv).toMatchObject({ code: 0, stderr: '' });
    const [header, ...lines] = csv.stdout.trimEnd().split('\n');
    expect(header).toBe('address,source,createdAt,status');
    expect(lines.sort()).toEqual([
      expect.stringMatching(/^'\+1@example\.com,app,/),
      expect.stringMatching(/^linked@example\.com,link,\d{4}-\d\d-\d\dT[\d:.]+Z,unsubscribed$/),
      expect.stringMatching(/^o'neil\+x=1@example\.com,app,/),
    ]);
    const json = JSON.parse((await run('export', '--store', ctx.storeId, '--json')).stdout);
    expect(json.unsubscribes).toHaveLength(3);
    expect(json.unsubscribes).toContainEqual(expect.objectContaining({ address: '+1@example.com' }));
    expect(Object.keys(json.unsubscribes[0])).toEqual(['address', 'source', 'createdAt', 'status']);

    const elsewhere = await newContext();
    const path = await written('moved.csv', csv.stdout);
    expect((await run('import', '--store', elsewhere.storeId, path)).stdout).toContain('imported: 3');
    expect((await exported(elsewhere.storeId)).sort()).toEqual([
      ...['+1@example.com', 'linked@example.com', "o'neil+x=1@example.com"],
    ]);
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
  test('is unsubscribed manually, and subscribed again', async () => {
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
        'email: must be a single',
      );
  });

  test('gets emails again once its suppression is lifted', async () => {
    const ctx = await newContext();
    await suppress(ctx, 'gone@example.com', '550 no such user');
    const lift = () => outstep.operator(ctx.storeId, 'remove_suppression', { email: 'Gone@example.com' });
    expect([await lift(), await lift()]).toEqual([{ removed: true }, { removed: false }]);
    expect(await findSuppressed(ctx, ['gone@example.com'])).toEqual(new Set());
  });
});
