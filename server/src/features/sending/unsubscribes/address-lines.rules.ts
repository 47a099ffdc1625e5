import { isImportableAddress, normalAddress } from './addresses.rules.ts';

/** Longer than any line of a list; the rest is dropped, so that a file without line breaks fits in memory. */
const MAX_LINE = 64 * 1024;
const SEPARATORS = [',', ';', '\t'];
/** Most specific first: a list may have postal addresses too. */
const COLUMNS = ['email', 'e-mail', 'email address', 'e-mail address', 'address'];

export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    yield* lines;
  }
  yield rest + decoder.decode();
}

/** A quoted or plain cell, with the separator that ends it. */
const cellPattern = (separator: string) =>
  new RegExp(`(?:"((?:[^"]|"")*)(?:"[^${separator}]*|$)|([^${separator}]*))(?:${separator}|$)`, 'y');

/** The cells of a line of CSV; an unclosed quote ends with the line. */
function cellsOf(line: string, cell: RegExp): string[] {
  cell.lastIndex = 0;
  const cells: string[] = [];
  do {
    const [, quoted, plain = ''] = cell.exec(line) ?? [];
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
  } while (cell.lastIndex > 0 && cell.lastIndex < line.length);
  return cells;
}

/** How to read the address from each line; `null` when the line is not a header. */
function columnIn(header: string): ((line: string) => string) | null {
  for (const separator of SEPARATORS) {
    const cell = cellPattern(separator);
    const names = cellsOf(header, cell).map((name) => name.toLowerCase());
    const column = COLUMNS.find((name) => names.includes(name));
    if (column !== undefined) return (line) => cellsOf(line, cell)[names.indexOf(column)] ?? '';
  }
  return null;
}

/** The address of each line that is not blank, and `null` for a line that has none. */
export async function* addressesIn(lines: AsyncIterable<string>): AsyncGenerator<string | null> {
  let read: ((line: string) => string) | null = null;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    if (read === null) {
      read = columnIn(line);
      if (read) continue;
      read = (whole) => whole;
    }
    const address = normalAddress(read(line));
    yield isImportableAddress(address) ? address : null;
  }
}
