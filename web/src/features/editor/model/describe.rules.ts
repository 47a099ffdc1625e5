import type { JsonObject } from 'outstep/kernel/json.ts';

const LONGEST = 48;

/** Members that describe a block, best first. */
const descriptiveMembers = ['text', 'html', 'label', 'code', 'alt', 'filename', 'if', 'source', 'url'];

/** A few words need no more than this; texts may be very long, and their tags may never end. */
const READ = 2000;

const plain = (text: string) =>
  text
    .slice(0, READ)
    .replace(/<[^>]*>|&nbsp;/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/** A changed block is a new object, so cached descriptions remain valid. */
const descriptionCache = new WeakMap<JsonObject, string>();

/** The first words of a block, or nothing. */
export function blockExcerpt(block: JsonObject): string {
  const before = descriptionCache.get(block);
  if (before !== undefined) return before;
  const words = findWords(block);
  descriptionCache.set(block, words);
  return words;
}

function findWords(block: JsonObject): string {
  const { id } = block;
  if (typeof id === 'string' && id !== '') return id;
  for (const name of descriptiveMembers) {
    const value = block[name];
    const text = typeof value === 'string' ? plain(value) : '';
    if (text !== '') return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  }
  return '';
}
