import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addUnsubscribe,
  eraseAddress,
  removeUnsubscribe,
  suppress,
} from '../../src/features/sending/unsubscribes/change-unsubscribes.ts';
import {
  findSuppressed,
  findUnsubscribed,
} from '../../src/features/sending/unsubscribes/find-unsubscribed.ts';
import { insertUnsubscribes } from '../../src/features/sending/unsubscribes/unsubscribes.store.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { linkFor, sendingContext } from './mailing.ts';

let outstep: Outstep;
let here: ReturnType<typeof sendingContext>;
let there: ReturnType<typeof sendingContext>;

beforeAll(async () => {
  outstep = await sharedOutstep();
  here = sendingContext(outstep, await outstep.newStore());
  there = sendingContext(outstep, await outstep.newStore());
});
afterAll(() => outstep?.close());

const dumped = () =>
  withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    const text = `select to_jsonb(u)::text as row from unsubscribes u
      union all select to_jsonb(s)::text from suppressions s`;
    return (await client.query<{ row: string }>(text)).rows.map(({ row }) => row).join('\n');
  });

describe('unsubscribed addresses', () => {
  test('are equal however their domain is spelled, also those of the first releases (contract: Unsubscribing and erasing 2)', async () => {
    const [letters, ascii] = ['eva@Bücher.example', 'eva@xn--bcher-kva.example'];
    await addUnsubscribe(here, letters, 'app');
    expect(await findUnsubscribed(here, [letters, ascii])).toEqual(new Set([letters, ascii]));
    expect(await dumped()).toContain('eva@bücher.example');
    expect(await removeUnsubscribe(here, ascii)).toBe(true);
    expect(await findUnsubscribed(here, [letters, ascii])).toEqual(new Set());
    // Hashed as in earlier releases: with the Unicode form of the domain.
    const vault = await here.vault.unlock();
    const mac = vault.mac({ table: 'addresses', name: 'address' }, 'old@bücher.example');
    await insertUnsubscribes(here.db, here.storeId, 'import', [{ address: 'old@bücher.example', mac }]);
    expect((await findUnsubscribed(here, ['old@xn--bcher-kva.example'])).size).toBe(1);
    expect(await removeUnsubscribe(here, 'OLD@bücher.example')).toBe(true);
  });

  test('are found in any letter case and with blanks, and returned as requested', async () => {
    await addUnsubscribe(here, ' Maria@Example.com ', 'app');
    const asked = ['maria@example.com', 'MARIA@EXAMPLE.COM', ' maria@example.com', 'mario@example.com'];
    expect(await findUnsubscribed(here, asked)).toEqual(new Set(asked.slice(0, 3)));
    expect(await findUnsubscribed(here, [])).toEqual(new Set());
  });

  test('belong to one store (spec: What the service does 7)', async () => {
    await addUnsubscribe(here, 'one@example.com', 'app');
    expect(await findUnsubscribed(there, ['one@example.com'])).toEqual(new Set());
  });

  test('look different in each store, so that no one can see that they are the same', async () => {
    for (const ctx of [here, there]) await addUnsubscribe(ctx, 'both@example.com', 'app');
    const macs = await withClient(outstep.env['DATABASE_URL'] as string, async (client) =>
      (
        await client.query("select address_mac from unsubscribes where address = 'both@example.com'")
      ).rows.map(({ address_mac }) => address_mac.toString('hex')),
    );
    expect(new Set(macs).size).toBe(2);
  });

  test('are subscribed again when they are removed', async () => {
    await addUnsubscribe(here, 'back@example.com', 'import');
    await removeUnsubscribe(here, 'Back@Example.com');
    expect(await findUnsubscribed(here, ['back@example.com'])).toEqual(new Set());
  });
});

describe('suppressed addresses', () => {
  test('are separate from unsubscribed ones', async () => {
    await suppress(here, 'Gone@example.com', '550 no such user');
    await suppress(here, 'gone@example.com', '550 still no such user');
    const asked = ['gone@example.com', 'here@example.com'];
    expect(await findSuppressed(here, asked)).toEqual(new Set(['gone@example.com']));
    expect(await findUnsubscribed(here, asked)).toEqual(new Set());
    expect(await findSuppressed(there, asked)).toEqual(new Set());
  });
});

describe('erasing an address', () => {
  test('removes its text and keeps it unsubscribed and suppressed (contract: Unsubscribing and erasing 2)', async () => {
    const address = 'forget.me@example.com';
    await addUnsubscribe(here, address, 'link');
    await suppress(here, address, `550 no such user: ${address}`);
    expect(await dumped()).toContain(address);
    await eraseAddress(here, 'Forget.Me@example.com');
    await eraseAddress(here, address);
    expect(await dumped()).not.toContain(address);
    expect(await findUnsubscribed(here, [address])).toEqual(new Set([address]));
    expect(await findSuppressed(here, [address])).toEqual(new Set([address]));
  });

  test('is not undone by the link in an old email, unless its reader asks for that', async () => {
    const address = 'forget.too@example.com';
    const path = await linkFor(outstep, here.storeId, { address });
    await outstep.call(null, 'POST', path, 'List-Unsubscribe=One-Click');
    await eraseAddress(here, address);
    await outstep.call(null, 'POST', path, 'List-Unsubscribe=One-Click');
    expect(await dumped()).not.toContain(address);
    expect(await findUnsubscribed(here, [address])).toEqual(new Set([address]));
    await outstep.call(null, 'POST', path, 'undo=1');
    expect(await findUnsubscribed(here, [address])).toEqual(new Set());
  });

  test('does not affect others', async () => {
    await addUnsubscribe(here, 'stays@example.com', 'app');
    await eraseAddress(here, 'nobody@example.com');
    await eraseAddress(there, 'stays@example.com');
    expect(await dumped()).toContain('stays@example.com');
  });
});
