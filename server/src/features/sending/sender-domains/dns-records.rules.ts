const TAG = /^[ \t]*(?<name>[A-Za-z][A-Za-z0-9_]*)[ \t]*=(?<value>.*)$/s;

/** Tags such as `v=DKIM1; p=…`, the first of each name; `null` if malformed (RFC 6376, 3.2; RFC 9989 too). */
export function tagsOf(record: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of record.split(';')) {
    if (part.trim() === '') continue;
    const { name, value } = TAG.exec(part)?.groups ?? {};
    if (name === undefined || value === undefined) return null;
    if (!tags.has(name)) tags.set(name, value.trim());
  }
  return tags;
}

const MAX_SHOWN = 10;
const MAX_LENGTH = 1000;
const MAX_DETAIL = 200;

const cut = (text: string, length: number) =>
  [...text].length > length ? `${[...text].slice(0, length).join('')}…` : text;

/** Shows characters that are invisible or reverse the line as their code points. */
const visible = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (sign) => {
    const number = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `<U+${number}>`;
  });

/** Makes untrusted DNS text safe to show. */
export const publicRecords = (records: readonly string[]) =>
  records.slice(0, MAX_SHOWN).map((record) => cut(visible(record.slice(0, 2 * MAX_LENGTH)), MAX_LENGTH));

export const publicDetail = (text: string) => cut(visible(text.slice(0, 2 * MAX_DETAIL)), MAX_DETAIL);
