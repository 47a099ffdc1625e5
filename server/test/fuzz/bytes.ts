import fc from 'fast-check';
import { EXISTING } from './from-schema.ts';

/**
 * Damage done to a JSON text before it is sent; a case keeps the recipe, so that it prints and shrinks well.
 */
const damages = {
  none: (json: Buffer) => json,
  cut: (json: Buffer, at: number) => json.subarray(0, Math.floor(json.length * at)),
  notUtf8: (json: Buffer, at: number) => spliced(json, at, Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80])),
  nul: (json: Buffer, at: number) => spliced(json, at, Buffer.from([0])),
  byteOrderMark: (json: Buffer) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), json]),
  utf16: (json: Buffer) => Buffer.from(json.toString(), 'utf16le'),
  twice: (json: Buffer) => Buffer.concat([json, json]),
  inList: (json: Buffer) => Buffer.from(`[${json}]`),
  numbersTooLarge: (json: Buffer) => Buffer.from(json.toString().replace(/:-?\d+/g, ':-1e400')),
  membersTwice: (json: Buffer) =>
    Buffer.from(`${json.toString().replace(/}$/, json.length > 2 ? ',' : '')}"name":1,"name":"b"}`),
  deep: (json: Buffer) => Buffer.from(`{"body":${'['.repeat(8000)}${json}${']'.repeat(8000)}}`),
  padded: (json: Buffer) => Buffer.concat([Buffer.alloc(2_200_000, ' '), json]),
  blank: () => Buffer.from(' \r\n\t '),
  empty: () => Buffer.alloc(0),
};

function spliced(json: Buffer, at: number, extra: Buffer): Buffer {
  const where = Math.floor(json.length * at);
  return Buffer.concat([json.subarray(0, where), extra, json.subarray(where)]);
}

export type Damage = keyof typeof damages;

export interface Payload {
  json: unknown;
  damage: Damage;
  at: number;
}

const common: Damage[] = [
  'cut',
  'notUtf8',
  'nul',
  'byteOrderMark',
  'twice',
  'inList',
  'membersTwice',
  'empty',
];
const damage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 850, arbitrary: fc.constant<Damage>('none') },
  { weight: 100, arbitrary: fc.constantFrom(...common) },
  { weight: 40, arbitrary: fc.constantFrom<Damage>('numbersTooLarge', 'deep', 'blank', 'utf16') },
  // Two megabytes each: a handful is enough.
  { weight: 3, arbitrary: fc.constant<Damage>('padded') },
);

export const payload = (json: fc.Arbitrary<unknown>): fc.Arbitrary<Payload> =>
  fc.record({ json, damage, at: fc.double({ min: 0, max: 1, noNaN: true }) });

/** The bytes of a payload, with an existing record in place of the stand-in. */
export function bytesOf({ json, damage: kind, at }: Payload, existing: string): Buffer {
  const text = (JSON.stringify(json) ?? '').replaceAll(EXISTING, existing);
  return damages[kind](Buffer.from(text), at);
}
