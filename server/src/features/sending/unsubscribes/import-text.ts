import type { LocalStream } from '../../../kernel/local-file.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import type { ImportEncoding } from './unsubscribes.schema.ts';

/** An upload is a single chunk of up to 32 MB, so other calls get their turn between slices of it. */
const SLICE = 8 * 1024;

async function* slicesOf({ chunks }: LocalStream): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += SLICE) {
      yield chunk.subarray(at, at + SLICE);
      await yieldToEventLoop();
    }
}

/**
 * The label for `TextDecoder`, detected by the byte order mark, or because every other byte of Latin letters
 * is zero.
 */
function utf16Of(start: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const pairs = Math.floor(Math.min(start.length, 1024) / 2);
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at++) if (start[at] === 0) (zeros[at % 2] as number) += 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs / 2 && even === 0) return 'utf-16le';
  return even > pairs / 2 && odd === 0 ? 'utf-16be' : null;
}

const UNREADABLE = '\ufffd';

/** The label for `TextDecoder`. Telling UTF-8 from an old code page requires reading the whole file. */
async function labelOf(file: LocalStream): Promise<string> {
  const decoder = new TextDecoder();
  let isFirst = true;
  let isBroken = false;
  let hasOthers = false;
  for await (const slice of slicesOf(file)) {
    const utf16 = isFirst ? utf16Of(slice) : null;
    if (utf16) return utf16;
    isFirst = false;
    const text = decoder.decode(slice, { stream: true });
    isBroken ||= text.includes(UNREADABLE);
    hasOthers ||= /[\u0080-\ufffc]/.test(text);
  }
  // Text that is partly UTF-8 is read as UTF-8, because another encoding would garble those characters.
  // Unreadable characters are rejected.
  return isBroken && !hasOthers ? 'windows-1252' : 'utf-8';
}

const encodings: Readonly<Record<string, ImportEncoding>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
};

export interface ImportText {
  encoding: ImportEncoding;
  /** Can be read any number of times. */
  pieces: AsyncIterable<string>;
}

/**
 * The text of a file in any encoding that spreadsheets and other email tools write, without a byte order
 * mark.
 */
export async function textOfImport(file: LocalStream): Promise<ImportText> {
  const label = await labelOf(file);
  async function* pieces() {
    const decoder = new TextDecoder(label);
    for await (const slice of slicesOf(file)) yield decoder.decode(slice, { stream: true });
    yield decoder.decode();
  }
  return {
    encoding: encodings[label] ?? 'UTF-16',
    pieces: { [Symbol.asyncIterator]: () => pieces() },
  };
}

/** Whether any of its characters could not be decoded. */
export const isUnreadable = (text: string) => text.includes(UNREADABLE);
