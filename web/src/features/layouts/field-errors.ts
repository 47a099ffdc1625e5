import type { CodeError } from '../../parts/code-area.tsx';

interface FieldErrors {
  subject: string | null;
  previewText: string | null;
  body: CodeError[];
  /** Errors in fields that the editor does not show. */
  elsewhere: string[];
}

/** Liquid reports line numbers, which in custom HTML are lines of the field. */
const lineInText = (reason: string) => Number(/line (\d+)/.exec(reason)?.[1] ?? 1);

/** Groups errors by the editor's fields, with line numbers where a field has lines. */
export function fieldErrorsOf(fields: Readonly<Record<string, string>>): FieldErrors {
  const found: FieldErrors = { subject: null, previewText: null, body: [], elsewhere: [] };
  for (const [field, reason] of Object.entries(fields)) {
    if (field === 'subject' || field === 'previewText') found[field] = reason;
    else if (field.startsWith('bodyDesign'))
      found.body.push({ field: field.replace(/^bodyDesign\.?/, ''), reason });
    else if (field === 'body') found.body.push({ field: '', reason, line: lineInText(reason) });
    else found.elsewhere.push(`${field}: ${reason}`);
  }
  return found;
}
