import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault, dataKeyOf } from './vault.ts';

const [HERE, THERE] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
const place = { table: 'addresses', name: 'address' };
const dataKey = randomBytes(32);
const unlocked = (storeId = HERE, key = dataKey) => createVault(storeId, async () => dataKeyOf(key)).unlock();
const macOf = async (...of: Parameters<typeof unlocked>) => (await unlocked(...of)).mac(place, 'a@b.example');

describe('a mac', () => {
  test('is stable for the same text, also after unlocking again', async () => {
    const mac = await macOf();
    expect(mac).toHaveLength(32);
    expect(await macOf()).toEqual(mac);
  });

  test('differs by text, location, store and key', async () => {
    const vault = await unlocked();
    const macs = [
      await macOf(),
      await macOf(THERE),
      await macOf(HERE, randomBytes(32)),
      vault.mac(place, 'a@b.exampl'),
      vault.mac({ ...place, name: 'other' }, 'a@b.example'),
      vault.mac({ ...place, table: 'other' }, 'a@b.example'),
      vault.mac({ table: 'a', name: 'b","c' }, 'd'),
      vault.mac({ table: 'a', name: 'b' }, 'c","d'),
    ];
    expect(new Set(macs.map((mac) => mac.toString('hex'))).size).toBe(macs.length);
  });

  test('uses a different key than encryption', async () => {
    const input = JSON.stringify([1, HERE, place.table, place.name, 'a@b.example']);
    const withDataKey = createHmac('sha256', dataKey).update(input).digest();
    expect(await macOf()).not.toEqual(withDataKey);
  });

  test('is the same in every release, because stored values are found by it', async () => {
    const known = dataKeyOf(Buffer.alloc(32, 7));
    const vault = await createVault(HERE, async () => known).unlock();
    expect(vault.mac(place, 'a@b.example').toString('hex')).toBe(
      'f70b95df0d47ec02b3d1689dca70228b3f29bda35473a2646ea0e9b7d502ea6b',
    );
  });
});

describe('a long text', () => {
  const text = 'what a mail says, again and again; '.repeat(100);

  test('survives compression unchanged, even when it saves no space', async () => {
    const vault = await unlocked();
    const sealed = vault.sealDeflated(place, text);
    expect(sealed.length).toBeLessThan(text.length / 10);
    for (const each of [text, '', 'ß', randomBytes(3000).toString('base64')])
      expect(vault.open(place, vault.sealDeflated(place, each))).toBe(each);
    expect(vault.open(place, vault.seal(place, text))).toBe(text);
  });

  test('opens only in its own context and format', async () => {
    const vault = await unlocked();
    const sealed = vault.sealDeflated(place, text);
    expect(() => vault.open({ ...place, name: 'other' }, sealed)).toThrow();
    const asPlain = Buffer.from(sealed);
    asPlain[0] = 1;
    expect(() => vault.open(place, asPlain)).toThrow();
    const asDeflated = vault.seal(place, text);
    asDeflated[0] = 2;
    expect(() => vault.open(place, asDeflated)).toThrow();
    asDeflated[0] = 3;
    expect(() => vault.open(place, asDeflated)).toThrow('unknown version 3');
  });
});
