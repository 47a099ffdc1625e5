import { invalidField } from '../../../kernel/fields.ts';
import { message, textOf } from '../../../kernel/messages/message.ts';
import { safeName } from '../../../kernel/safe-name.ts';
import { refuseFile } from './import-csv.ts';
import type { ImportedLine, ImportSource, StatusChoices } from './import-lines.ts';
import { keyOf } from './import-statuses.rules.ts';
import {
  type ImportMeaning,
  type ImportReport,
  importMeanings,
  MAX_REFUSED_LINES,
} from './unsubscribes.schema.ts';

/** A column with more distinct unknown words is not a status column. */
const MAX_UNKNOWN = 20;
/** Every known word counts as a status; this limits those of several columns. */
const MAX_STATUSES = 200;
const NAMED = 5;

const isMeaning = (text: string): text is ImportMeaning =>
  (importMeanings as readonly string[]).includes(text);

/** `Opted out=unsubscribed; Guest=skipped`, by the letters and digits of each word. */
export function readStatusChoices(text = ''): StatusChoices {
  const parts = text.split(/[;\n]/).filter((part) => part.trim() !== '');
  return new Map(
    parts.map((part) => {
      const at = part.lastIndexOf('=');
      const meaning = part.slice(at + 1).trim();
      if (at < 0 || !isMeaning(meaning)) throw invalidField('statuses', message('status_choice_invalid'));
      return [keyOf(part.slice(0, at)), meaning] as const;
    }),
  );
}

/** Reports what an import would do, regardless of existing addresses. Accepted lines are passed to `take`. */
export async function reportOf(
  source: ImportSource,
  chosen: StatusChoices,
  take?: (line: ImportedLine) => void,
): Promise<ImportReport> {
  const statuses = new Map<string, ImportReport['statuses'][number]>();
  const report: ImportReport = {
    addresses: 0,
    encoding: source.encoding,
    columns: source.statusColumns.map(({ name }) => safeName(name)),
    statuses: [],
    refused: 0,
    refusedLines: [],
    openLine: null,
  };
  let unknown = 0;
  for await (const each of source.lines(chosen)) {
    if ('refused' in each) {
      if (report.refused++ < MAX_REFUSED_LINES)
        report.refusedLines.push({ line: each.line, reason: textOf(each.refused) });
      continue;
    }
    take?.(each);
    if (each.isOpen) report.openLine = each.line;
    if (each.address) report.addresses++;
    if (source.statusColumns.length === 0) continue;
    const [meaning = null] = each.meanings;
    const key = `${meaning} ${keyOf(each.label)}`;
    let status = statuses.get(key);
    if (!status) {
      if (meaning === null && ++unknown > MAX_UNKNOWN) throw tooManyStatuses([...statuses.values()]);
      if (statuses.size >= MAX_STATUSES) continue;
      status = { status: safeName(each.label), meaning, rows: 0 };
      statuses.set(key, status);
    }
    status.rows++;
  }
  report.statuses = [...statuses.values()].sort((a, b) => b.rows - a.rows);
  return report;
}

type Statuses = ImportReport['statuses'];
const unknownAmong = (statuses: Statuses) => statuses.filter(({ meaning }) => meaning === null);
const namesOf = (statuses: Statuses) =>
  unknownAmong(statuses).map(({ status }) => (status ? `"${status}"` : message('no_status')));

const tooManyStatuses = (statuses: Statuses) =>
  refuseFile(message('too_many_statuses', { values: namesOf(statuses).slice(0, NAMED) }));

/**
 * Requires that the meaning of a file is known, rather than guessing it
 * (contract: Unsubscribing and erasing 7).
 */
export function requireMeaning({ columns, statuses }: ImportReport, as: ImportMeaning | undefined) {
  const [column] = columns;
  if (column === undefined && !as) throw invalidField('as', message('import_meaning_required'));
  if (column !== undefined && as) throw invalidField('as', message('import_meaning_in_file', { column }));
  const unknown = namesOf(statuses);
  if (unknown.length > 0) throw invalidField('statuses', message('statuses_unknown', { values: unknown }));
}
