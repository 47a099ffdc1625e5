import type { LocalStream } from '../../../kernel/local-file.ts';
import { domainOf } from '../../../kernel/mail-address.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { isImportableAddress, normalAddress } from './addresses.rules.ts';
import { type CsvRow, refuseFile, rowsOf } from './import-csv.ts';
import {
  addressColumnOf,
  type RowStatus,
  type StatusColumn,
  statusColumnsOf,
  statusOf,
} from './import-statuses.rules.ts';
import { isUnreadable, textOfImport } from './import-text.ts';
import { type ImportEncoding, type ImportMeaning, MAX_IMPORTED_LINES } from './unsubscribes.schema.ts';

/** Longer than any spelling of an address. */
const MAX_ADDRESS_TEXT = 1000;

export interface ImportedLine extends RowStatus {
  line: number;
  /** Empty if the row is skipped. */
  address: string;
  /** Whether it is the last line and has no line break. */
  isOpen: boolean;
}
export interface RefusedLine {
  line: number;
  refused: Message;
}

/** The meaning of statuses chosen by the caller, by the letters and digits of each status. */
export type StatusChoices = ReadonlyMap<string, ImportMeaning>;

export interface ImportSource {
  encoding: ImportEncoding;
  statusColumns: readonly StatusColumn[];
  /** Can be read any number of times; blank lines are left out. */
  lines(chosen: StatusChoices): AsyncGenerator<ImportedLine | RefusedLine>;
}

interface Layout {
  /** `null` for a list without a header. */
  headerLine: number | null;
  width: number;
  address: number;
  statusColumns: readonly StatusColumn[];
}

const LIST: Layout = { headerLine: null, width: 1, address: 0, statusColumns: [] };
const isBlank = ({ cells, end }: CsvRow) => end !== 'in-quotes' && cells.every((cell) => cell === '');

function layoutOf({ cells, line }: CsvRow): Layout {
  const address = addressColumnOf(cells);
  if (address >= 0)
    return { headerLine: line, width: cells.length, address, statusColumns: statusColumnsOf(cells) };
  if (cells.filter((cell) => cell !== '').length > 1) throw refuseFile(message('no_address_column'));
  return LIST;
}

async function firstLayout(pieces: AsyncIterable<string>): Promise<Layout> {
  for await (const row of rowsOf(pieces)) if (!isBlank(row)) return layoutOf(row);
  return LIST;
}

/** The reason why a row as a whole can't be trusted. */
function brokenRow({ cells, end }: CsvRow, { width }: Layout): Message | null {
  if (end === 'in-quotes' || (end === 'open' && cells.length < width)) return message('line_cut_off');
  // Two stray quotation marks turn the lines between them into one cell.
  const swallowed = cells.some(
    (cell) => /[\r\n]/.test(cell) && cell.includes('@') && (width === 1 || /[,;\t]/.test(cell)),
  );
  if (swallowed) return message('quoted_lines_with_address');
  return cells.slice(width).some((cell) => cell !== '') ? message('more_cells_than_header') : null;
}

function wrongAddress(text: string, isOpen: boolean): Message | null {
  if (text === '') return message('no_address');
  if (isUnreadable(text)) return message('characters_unreadable');
  const address = text.length > MAX_ADDRESS_TEXT ? '' : normalAddress(text);
  if (!isImportableAddress(address)) return message('address_invalid');
  return isOpen && !domainOf(address).includes('.') ? message('line_cut_off') : null;
}

function lineOf(row: CsvRow, layout: Layout, chosen: StatusChoices): ImportedLine | RefusedLine {
  const { line, cells, end } = row;
  const broken = brokenRow(row, layout);
  if (broken) return { line, refused: broken };
  const isOpen = end === 'open';
  const status = statusOf(cells, layout.statusColumns, chosen);
  if (status.meanings[0] === 'skipped') return { line, address: '', isOpen: false, ...status };
  const text = cells[layout.address] ?? '';
  const refused = wrongAddress(text, isOpen);
  return refused ? { line, refused } : { line, address: normalAddress(text), isOpen, ...status };
}

/** Reads a list of addresses, or CSV whose header names the columns (contract: Unsubscribing and erasing 6; Unsubscribing and erasing 8). */
export async function openImport(file: LocalStream): Promise<ImportSource> {
  const { encoding, pieces } = await textOfImport(file);
  const layout = await firstLayout(pieces);
  return {
    encoding,
    statusColumns: layout.statusColumns,
    async *lines(chosen) {
      for await (const row of rowsOf(pieces)) {
        if (row.line > MAX_IMPORTED_LINES)
          throw refuseFile(message('too_many_lines', { max: MAX_IMPORTED_LINES }));
        if (row.line === layout.headerLine || isBlank(row)) continue;
        yield lineOf(row, layout, chosen);
      }
    },
  };
}
