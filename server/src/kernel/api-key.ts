/** `fak_`, 43 base62 characters (256 bits), 6 base62 characters of CRC32 over the rest. */
const PREFIX = 'fak_';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^fak_[0-9A-Za-z]{49}$/;
/** The part of a key that identifies it for people; 4 of 43 characters reveal too little to guess the key. */
const PUBLIC_LENGTH = PREFIX.length + 4;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++)
    crc = (crcTable[(crc ^ text.charCodeAt(i)) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = ALPHABET[Number(rest % 62n)] + digits;
  return digits;
}

const checksum = (text: string) => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** Formats a key from 32 random bytes. */
export function formatApiKey(random: Uint8Array): string {
  let value = 0n;
  for (const byte of random) value = (value << 8n) | BigInt(byte);
  const body = PREFIX + base62(value, SECRET_LENGTH);
  return body + checksum(body);
}

/** Whether the text can be a key at all, so that a typo is rejected without querying the database. */
export const isApiKey = (text: string) =>
  SHAPE.test(text) && text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH));

export const publicPrefix = (key: string) => key.slice(0, PUBLIC_LENGTH);
