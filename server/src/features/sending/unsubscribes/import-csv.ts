import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { invalidField } from '../../../kernel/fields.ts';
import { unguardFormula } from '../../../kernel/formula-guard.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';

/** Longer than any row of a list; keeps a file without line breaks from filling the memory. */
const MAX_ROW_KB = 128;
const SEPARATORS = [',', ';', '\t'];

export interface CsvRow {
  /** The line it starts on, counted from 1. */
  line: number;
  cells: string[];
  /** How the file ends, for its last row only: within a quoted cell, without a line break, or completely. */
  end?: 'in-quotes' | 'open' | 'complete';
}

export const refuseFile = (said: Message) => invalidField('FILE', said);

/** The start of the text up to the first non-blank line. */
async function firstLines(pieces: AsyncIterable<string>): Promise<string> {
  let start = '';
  for await (const piece of pieces) {
    start += piece;
    if (/[\r\n]/.test(start.trimStart()) || start.length > MAX_ROW_KB * 1024) break;
  }
  return start.trimStart();
}

/** The cell separator: declared by a spreadsheet on the first line, or the most frequent in the header. */
function separatorOf(start: string): { separator: string; isDeclared: boolean } {
  const [, declared] = /^sep=([,;\t])[\r\n]/.exec(start) ?? [];
  if (declared) return { separator: declared, isDeclared: true };
  const header = (/^.*/.exec(start)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const [most = ','] = SEPARATORS.toSorted((a, b) => header.split(b).length - header.split(a).length);
  return { separator: most, isDeclared: false };
}

/** Trims a cell. With surrounding blanks, quotation marks are ordinary characters for the parser. */
function cellText(cell: string): string {
  const text = cell.trim();
  if (text.startsWith('"') && text.endsWith('"') && !text.slice(1, -1).includes('"'))
    return unguardFormula(text.slice(1, -1).trim());
  return text.startsWith("'") ? unguardFormula(text) : text;
}

/** The rows of CSV with any line breaks and separator; blank ones too, which count as lines. */
export async function* rowsOf(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const start = await firstLines(pieces);
  const { separator, isDeclared } = separatorOf(start);
  if (start.startsWith('PK\u0003\u0004')) throw refuseFile(message('file_is_spreadsheet'));
  let isOpen = false;
  async function* watched() {
    for await (const piece of pieces) {
      if (piece) isOpen = !/[\r\n]$/.test(piece);
      yield piece;
    }
  }
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_column_count: true,
    // A quotation mark within a cell is an ordinary character; one that opens a cell must be closed.
    relax_quotes: true,
    max_record_size: MAX_ROW_KB * 1024,
  });
  // Errors are also reported by the parser.
  pipeline(Readable.from(watched()), parser).catch(() => undefined);
  let lines = 0;
  let last: CsvRow | null = null;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const line = lines + 1;
      lines = info.lines;
      if (line === 1 && isDeclared) continue;
      if (last) yield last;
      last = { line, cells: record.map(cellText) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = lines + 1;
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw refuseFile(message('line_too_long', { line, max: MAX_ROW_KB }));
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    // On the last line, that is the truncated end of a file; before, it is unclear which lines the quotation
    // mark swallowed.
    if (error['lines'] !== line || line === 1) throw refuseFile(message('quote_not_closed', { line }));
    if (last) yield last;
    yield { line, cells: [], end: 'in-quotes' };
    return;
  }
  if (last) yield { ...last, end: isOpen ? 'open' : 'complete' };
}
