import { ApiError } from '../../api/client.ts';
import type { CodeFault } from '../../parts/code-area.tsx';
import { jsonLines, lineOf } from '../../parts/json-lines.ts';

interface Faults {
  subject: string | null;
  previewText: string | null;
  body: CodeFault[];
  /** Faults in fields that the editor does not show. */
  elsewhere: string[];
}

/** Liquid counts lines itself; in HTML of one's own they are the lines of the field. */
const lineInText = (reason: string) => Number(/line (\d+)/.exec(reason)?.[1] ?? 1);

function faultInDesign(lines: ReadonlyMap<string, number>, field: string, reason: string): CodeFault {
  const path = field.replace(/^bodyDesign\.?/, '');
  return { line: lineOf(lines, path), field: path, reason };
}

/** Sorts a refusal by the editor's fields, with line numbers where a field has lines. */
export function faultsOf(error: unknown, body: string, isVisual: boolean, noJson: string): Faults {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const { lines, fault } = isVisual ? jsonLines(body) : { lines: new Map<string, number>(), fault: null };
  const found: Faults = { subject: null, previewText: null, body: [], elsewhere: [] };
  if (fault !== null) found.body.push({ line: fault, field: '', reason: noJson });
  for (const [field, reason] of fields) {
    if (field === 'subject' || field === 'previewText') found[field] = reason;
    else if (field.startsWith('bodyDesign')) found.body.push(faultInDesign(lines, field, reason));
    else if (field === 'body') found.body.push({ line: lineInText(reason), field: '', reason });
    else found.elsewhere.push(`${field}: ${reason}`);
  }
  return found;
}
