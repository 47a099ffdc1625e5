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

/** What strangers wrote into DNS, made safe to show. */
export const publicRecords = (records: readonly string[]) =>
  records.slice(0, MAX_SHOWN).map((record) => cut(visible(record.slice(0, 2 * MAX_LENGTH)), MAX_LENGTH));

export const publicDetail = (text: string) => cut(visible(text.slice(0, 2 * MAX_DETAIL)), MAX_DETAIL);
