import { maskContent } from '../../../../server/src/features/http-requests/credentials.rules.ts';
import type { Json, JsonObject } from '../../../../server/src/kernel/json.ts';
import { parseObject, type RequestValues } from './request-form.ts';

const texts = ['name', 'description', 'url', 'body', 'testVariables'] as const;
type TextField = (typeof texts)[number];

/** A request as the browser keeps it while it is not saved; `null` is what was left out. */
export interface RequestDraft {
  method: RequestValues['method'];
  timeoutMs: number;
  headers: { name: string; value: string | null }[];
  texts: Record<TextField, string | null>;
}

/** Nothing but references, with a scheme before them at most: `Bearer {{ secrets.WAREHOUSE }}`. */
const REFERENCES = /^(?:[A-Za-z]+ )?(?:\{\{[^{}"']*\}\}\s*)+$/;

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether each text is shown as it is, by the rules that decide what anybody may read back. */
function readable({ headers, name, description, url, body, testVariables }: RequestValues) {
  const content = {
    ...{ name, description, url },
    headers: Object.fromEntries(headers.map((each) => [each.name, each.value])),
    body: { text: body, value: parsed(body) } as Json,
    testVariables: (parseObject(testVariables) ?? { text: testVariables }) as JsonObject,
  };
  const { masked } = maskContent(content);
  return (field: TextField) => JSON.stringify(masked[field]) === JSON.stringify(content[field]);
}

/**
 * Credentials stay out: values of headers, unless they are as saved or references alone, and every text in which the
 * server would mask something.
 */
export function toRequestDraft(values: RequestValues, saved: RequestValues): RequestDraft {
  const isReadable = readable(values);
  const isSaved = (header: RequestValues['headers'][number]) =>
    saved.headers.some(({ name, value }) => name === header.name && value === header.value);
  const kept = (field: TextField) =>
    values[field] === saved[field] || isReadable(field) ? values[field] : null;
  return {
    method: values.method,
    timeoutMs: values.timeoutMs,
    headers: values.headers.map((header) => ({
      name: header.name,
      value: header.value === '' || isSaved(header) || REFERENCES.test(header.value) ? header.value : null,
    })),
    texts: {
      name: kept('name'),
      description: kept('description'),
      url: kept('url'),
      body: kept('body'),
      testVariables: kept('testVariables'),
    },
  };
}

/** What was left out is as it is saved, values of headers are empty. */
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

/** What has to be entered again: names of headers, and texts. */
export const leftOut = ({ headers, texts: kept }: RequestDraft) => ({
  headers: headers.filter(({ value }) => value === null).map(({ name }) => name),
  texts: texts.filter((field) => kept[field] === null),
});
