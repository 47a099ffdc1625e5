import { credentialsIn } from 'outstep/features/records/masking/credential-spans.rules.ts';
import type { RequestValues } from './request-form.ts';

const texts = ['name', 'description', 'url', 'body', 'testVariables'] as const;
type RequestTextField = (typeof texts)[number];

/** An unsaved request as stored in the browser; `null` marks omitted values. */
export interface RequestDraft {
  method: RequestValues['method'];
  timeoutMs: number;
  headers: { name: string; value: string | null }[];
  texts: Record<RequestTextField, string | null>;
}

/** Only references, optionally after a scheme, as in `Bearer {{ secrets.WAREHOUSE }}`. */
const REFERENCES = /^(?:[A-Za-z]+ )?(?:\{\{[^{}"']*\}\}\s*)+$/;

const SHORTEST = 6;

/** Omits header values unless they are already saved or only references. */
const keptHeaders = (headers: RequestValues['headers'], saved: RequestValues['headers']) =>
  headers.map(({ name, value }) => {
    const isSaved = saved.some((each) => each.name === name && each.value === value);
    return { name, value: value === '' || isSaved || REFERENCES.test(value) ? value : null };
  });

/**
 * Omits credentials: header values, unless they are already saved or only references, and every text in which
 * the server would mask a credential.
 */
export function toRequestDraft(values: RequestValues, saved: RequestValues): RequestDraft {
  const headers = keptHeaders(values.headers, saved.headers);
  // The part after a scheme may recur in another text; shorter values occur everywhere by chance.
  const hidden = values.headers
    .filter((_, line) => headers[line]?.value === null)
    .map(({ value }) => value.slice(value.indexOf(' ') + 1))
    .filter((value) => value.length >= SHORTEST);
  const kept = (field: RequestTextField) => {
    const text = values[field];
    const isReadable =
      credentialsIn(text, field === 'url' ? 'url' : 'free').length === 0 &&
      !hidden.some((value) => text.includes(value));
    return text === saved[field] || isReadable ? text : null;
  };
  return {
    method: values.method,
    timeoutMs: values.timeoutMs,
    headers,
    texts: {
      name: kept('name'),
      description: kept('description'),
      url: kept('url'),
      body: kept('body'),
      testVariables: kept('testVariables'),
    },
  };
}

/** Omitted values come from the saved request; header values are empty. */
export const fromRequestDraft = (draft: RequestDraft, saved: RequestValues): RequestValues => ({
  method: draft.method,
  timeoutMs: draft.timeoutMs,
  headers: draft.headers.map(({ name, value }) => ({ name, value: value ?? '' })),
  name: draft.texts.name ?? saved.name,
  description: draft.texts.description ?? saved.description,
  url: draft.texts.url ?? saved.url,
  body: draft.texts.body ?? saved.body,
  testVariables: draft.texts.testVariables ?? saved.testVariables,
});

/** The names of headers and texts that must be entered again. */
export const missingValues = ({ headers, texts: kept }: RequestDraft) => ({
  headers: headers.filter(({ value }) => value === null).map(({ name }) => name),
  texts: texts.filter((field) => kept[field] === null),
});
