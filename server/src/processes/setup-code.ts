import { hkdfSync, timingSafeEqual } from 'node:crypto';

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 20;

/** What the first account of an installation needs: the same in every process, because it comes from the master key. */
export function setupCodeOf(masterKey: Buffer): string {
  const bytes = new Uint8Array(hkdfSync('sha256', masterKey, '', 'outstep setup code', LENGTH));
  const letters = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.replace(/(.{5})(?=.)/g, '$1-');
}

/** However it was typed: small letters and missing dashes are the same code. */
export function isSetupCode(masterKey: Buffer, text: string): boolean {
  const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase();
  const [given, code] = [plain(text), plain(setupCodeOf(masterKey))].map((each) => Buffer.from(each));
  return given?.length === code?.length && timingSafeEqual(given as Buffer, code as Buffer);
}
