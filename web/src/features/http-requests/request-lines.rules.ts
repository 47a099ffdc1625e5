import type { comparedRequest } from 'outstep/features/http-requests/compared-request.schema.ts';
import type { z } from 'zod';
import { changedRuns } from '../../parts/changed-runs.rules.ts';
import { prettyPrintJson } from '../../parts/pretty-print-json.ts';

export type ComparedRequest = z.output<typeof comparedRequest>;
type SentSide = Extract<ComparedRequest['before'], { request: unknown }>;

/** A line of a request; `left` is the number of omitted lines that are the same in both. */
export type RequestLine = { text: string; isMarked: boolean } | { left: number };

interface RequestLines {
  before: RequestLine[];
  after: RequestLine[];
}

/** Unchanged lines to show around a difference. */
const AROUND = 3;

const plain = (lines: readonly string[]): RequestLine[] => lines.map((text) => ({ text, isMarked: false }));
const marked = (lines: readonly string[]): RequestLine[] => lines.map((text) => ({ text, isMarked: true }));

/** Shortens long runs of equal lines, keeping those next to a difference. */
function shortened(lines: readonly string[], isFirst: boolean, isLast: boolean): RequestLine[] {
  const [above, below] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  const left = lines.length - above - below;
  if (left <= 1) return plain(lines);
  return [...plain(lines.slice(0, above)), { left }, ...plain(lines.slice(lines.length - below))];
}

function bodyLines(before: string | null, after: string | null): RequestLines {
  const pretty = [before, after].map((body) => prettyPrintJson(body ?? ''));
  // If only whitespace differs, the bodies are shown as sent to make that visible.
  const shown = pretty[0] === pretty[1] && before !== after ? [before ?? '', after ?? ''] : pretty;
  const [old, now] = shown.map((text) => (text === '' ? [] : text.split('\n'))) as [string[], string[]];
  const runs = changedRuns(old, now, { isSame: (one, other) => one === other });
  const lines: RequestLines = { before: [], after: [] };
  runs.forEach(({ how, items }, i) => {
    const same = how === 'same' && runs.length > 1 ? shortened(items, i === 0, i === runs.length - 1) : [];
    if (how === 'removed') lines.before.push(...marked(items));
    else if (how === 'added') lines.after.push(...marked(items));
    else
      for (const side of [lines.before, lines.after]) side.push(...(same.length > 0 ? same : plain(items)));
  });
  return lines;
}

/** Two rendered requests, line by line, with differences marked. */
export function requestLines(
  before: SentSide,
  after: SentSide,
  differs: ComparedRequest['differs'],
): RequestLines {
  const isOther = (part: string, name: string | null = null) =>
    differs.some((each) => each.part === part && each.name?.toLowerCase() === name?.toLowerCase());
  const bodies = bodyLines(before.request.body, after.request.body);
  const head = ({ request: { method, url, headers } }: SentSide): RequestLine[] => [
    { text: `${method} ${url}`, isMarked: isOther('method') || isOther('url') },
    ...Object.entries(headers).map(([name, value]) => ({
      text: `${name}: ${value}`,
      isMarked: isOther('headers', name),
    })),
  ];
  const whole = (side: SentSide, body: RequestLine[]) => [
    ...head(side),
    ...(body.length > 0 ? [...plain(['']), ...body] : []),
  ];
  return { before: whole(before, bodies.before), after: whole(after, bodies.after) };
}
