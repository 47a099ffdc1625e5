import { guardFormula } from '../../kernel/formula-guard.ts';

export type TableRow = Readonly<Record<string, unknown>>;

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value ?? ''));

/**
 * RFC 4180: quoted where necessary. Text that a spreadsheet would run is guarded; numbers and times are not
 * text.
 */
function cell(value: unknown): string {
  const text = typeof value === 'string' ? guardFormula(value) : textOf(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows as CSV, with a header. */
export async function* csvLines(
  columns: readonly string[],
  rows: AsyncIterable<TableRow>,
): AsyncGenerator<string> {
  yield `${columns.join(',')}\n`;
  for await (const row of rows) yield `${columns.map((name) => cell(row[name])).join(',')}\n`;
}

/** Each row as a JSON object on its own line. */
export async function* rowLines(rows: AsyncIterable<TableRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** The rows as one JSON object on one line, never entirely in memory. */
export async function* jsonLines(member: string, rows: AsyncIterable<TableRow>): AsyncGenerator<string> {
  let before = `{${JSON.stringify(member)}:[`;
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',';
  }
  yield before.startsWith('{') ? `${before}]}\n` : ']}\n';
}
