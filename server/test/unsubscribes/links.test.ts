import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDownload } from '../../src/features/sending/downloads/download-link.ts';
import { openUnsubscribeLink } from '../../src/features/sending/unsubscribes/unsubscribe-link.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { bitFlips, downloadFor, linkFor, sendingContext } from './mailing.ts';

let outstep: Outstep;
let storeId: string;
let otherStore: string;
let executionId: string;
let token: string;

const contextOf = (id: string) => ({ ...sendingContext(outstep, id), files: outstep.core.filesFor(id) });
const open = (path: Partial<Parameters<typeof openUnsubscribeLink>[1]>) =>
  openUnsubscribeLink(contextOf, { storeId, executionId, token, ...path });

beforeAll(async () => {
  outstep = await sharedOutstep();
  [storeId, otherStore] = [await outstep.newStore('Alder'), await outstep.newStore('Birch')];
  executionId = outstep.core.runtime.newId();
  const path = await linkFor(outstep, storeId, { address: 'maria@example.com', locale: 'de', executionId });
  token = path.split('/').at(-1) as string;
});
afterAll(() => outstep?.close());

describe('an unsubscribe link', () => {
  test('opens unchanged and reveals no more of the address than needed', async () => {
    expect(await open({})).toMatchObject({
      storeName: 'Alder',
      maskedAddress: 'ma******@example.com',
      locale: 'de',
    });
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('maria');
  });

  test('does not open with any bit of its token changed (contract: Unsubscribing and erasing 1)', async () => {
    const changed = [...bitFlips(token)];
    expect(changed.length).toBe(token.length * 8);
    for (const other of changed) expect(await open({ token: other }), other).toBeNull();
  });

  test('does not open truncated anywhere, or with anything appended', async () => {
    for (let length = 0; length < token.length; length++)
      expect(await open({ token: token.slice(0, length) }), `${length}`).toBeNull();
    for (const end of ['A', '=', '==', ' ', '/', '%00', token])
      expect(await open({ token: token + end }), end).toBeNull();
  });

  test('does not open with the id of another store or of a missing one', async () => {
    const nobody = outstep.core.runtime.newId();
    for (const other of [otherStore, nobody, storeId.toUpperCase(), 'x', ''])
      expect(await open({ storeId: other }), other).toBeNull();
  });

  test("does not open with another execution's id", async () => {
    for (const other of [outstep.core.runtime.newId(), executionId.toUpperCase(), 'x', ''])
      expect(await open({ executionId: other }), other).toBeNull();
  });

  test("does not open what was sealed for a file's link", async () => {
    const path = await downloadFor(outstep, storeId, 'f_0123456789abcdefghjkmnpqrs.pdf', 'a.pdf');
    expect(await open({ token: path.split('/').at(-1) as string })).toBeNull();
  });
});

describe("a file's link", () => {
  test('does not open with any bit of its token changed, or truncated anywhere', async () => {
    const { key } = (await outstep.operator(storeId, 'add_file', {
      file: { name: 'a.txt', bytes: Buffer.from('text') },
    })) as { key: string };
    const path = await downloadFor(outstep, storeId, key, 'a.txt');
    const whole = path.split('/').at(-1) as string;
    expect(await openDownload(contextOf, storeId, whole)).toMatchObject({ filename: 'a.txt', size: 4 });
    const cuts = Array.from({ length: whole.length }, (_, length) => whole.slice(0, length));
    for (const other of [...bitFlips(whole), ...cuts])
      expect(await openDownload(contextOf, storeId, other), other).toBeNull();
    expect(await openDownload(contextOf, otherStore, whole)).toBeNull();
    expect(await openDownload(contextOf, storeId.toUpperCase(), whole)).toBeNull();
  });
});
