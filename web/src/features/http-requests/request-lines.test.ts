import { expect, test } from 'vitest';
import { type ComparedRequest, type RequestLine, requestLines } from './request-lines.rules.ts';

type SentRequestState = Extract<ComparedRequest['before'], { request: unknown }>;
type Differs = ComparedRequest['differs'];

const sent = (changes: Partial<SentRequestState['request']> = {}): SentRequestState => ({
  request: { method: 'POST', url: 'https://a.example/', headers: {}, body: null, ...changes },
  truncated: false,
});
const changed = (part: Differs[number]['part'], name: string | null = null): Differs[number] => ({
  ...{ part, name, how: 'changed', isShown: true },
});
const show = (lines: readonly RequestLine[]) =>
  lines.map((line) => ('left' in line ? `⋯${line.left}` : `${line.isMarked ? '!' : ' '}${line.text}`));
const both = (before: SentRequestState, after: SentRequestState, differs: Differs) => {
  const lines = requestLines(before, after, differs);
  return { before: show(lines.before), after: show(lines.after) };
};

test('marks URL and headers as the server reports them, including hidden differences', () => {
  const headers = { Authorization: 'Bearer ********', 'X-Shop': 'tea' };
  const differs = [changed('url'), changed('headers', 'Authorization')];
  expect(both(sent({ headers }), sent({ headers, url: 'https://b.example/' }), differs)).toEqual({
    before: ['!POST https://a.example/', '!Authorization: Bearer ********', ' X-Shop: tea'],
    after: ['!POST https://b.example/', '!Authorization: Bearer ********', ' X-Shop: tea'],
  });
});

test('compares JSON line by line, or as sent if only whitespace differs', () => {
  const bodies = (before: string, after: string) =>
    both(sent({ body: before }), sent({ body: after }), [changed('body')]);
  expect(bodies('{"id":1,"note":"a"}', '{"id":1,"note":"b"}')).toEqual({
    before: [' POST https://a.example/', ' ', ' {', '   "id": 1,', '!  "note": "a"', ' }'],
    after: [' POST https://a.example/', ' ', ' {', '   "id": 1,', '!  "note": "b"', ' }'],
  });
  expect(bodies('{"id":1}', '{ "id": 1 }').after.slice(2)).toEqual(['!{ "id": 1 }']);
});

test('collapses long runs of equal lines around differences', () => {
  const body = Array.from({ length: 40 }, (_, i) => `line ${i}`).join('\n');
  const { after } = both(sent({ body }), sent({ body: body.replace('line 20', 'line XX') }), [
    changed('body'),
  ]);
  expect(after.slice(2)).toEqual([
    ...['⋯17', ' line 17', ' line 18', ' line 19', '!line XX'],
    ...[' line 21', ' line 22', ' line 23', '⋯16'],
  ]);
  expect(both(sent({ body }), sent({ body }), []).after).toHaveLength(42);
});
