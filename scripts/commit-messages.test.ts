import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemsOf } from './commit-messages.ts';

const BODY = '\n\nBecause somebody asked.';

test.each([
  'docs(readme): add a comparison',
  'test: cover the merge of two languages',
  `feat(layouts): show impact before save and delete${BODY}`,
  `fix(http-requests)!: don't follow redirects${BODY}`,
  `perf(masking): process large texts in batches${BODY}`,
  `fix(app): embed the font${BODY}`,
  'chore(release): v0.3.0',
  'Revert "feat(app): add a page"',
  'Reapply "feat(app): add a page"',
  `fix(app): add a page${BODY}\n\nCo-authored-by: Anna <anna@example.com>`,
])('accepts %j', (message) => {
  expect(problemsOf(message)).toEqual([]);
});

test.each([
  ['add a page', 'write "type(scope): subject"'],
  ['feature(app): add a page', 'write "type(scope): subject"'],
  [`docs(app): ${'add '.repeat(20)}`, 'at most 72'],
  ['docs: add a page\nwithout a blank line', 'a blank line must follow'],
  ['docs(app): the page of a store', 'not "the"'],
  ['docs(app): what a change reaches', 'not "what"'],
  ['docs(app): no page is lost', 'not "no"'],
  ['docs(app): added a page', 'not "added"'],
  ['docs(app): adds a page', 'not "adds"'],
  ['docs(app): adding a page', 'not "adding"'],
  ['docs(app): Add a page', 'start in lower case'],
  ['docs(app): add a page.', 'without a full stop'],
  ['fix(app): add a page', 'a fix needs one'],
  ['feat(app): add a page\n\n', 'a feat needs one'],
  ['feat(app): add a page\n\nCo-authored-by: Anna <anna@example.com>', 'a feat needs one'],
  ['fixup! feat(app): add a page', 'fold it into its commit'],
  ['squash! feat(app): add a page', 'fold it into its commit'],
])('rejects %j: %s', (message, problem) => {
  expect(problemsOf(message)).toEqual([expect.stringContaining(problem)]);
});

test('accepts the examples in CONTRIBUTING.md', () => {
  const [, examples = ''] = /```text\n(.+?)```/s.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
  const messages = examples.split('\n---\n');
  expect(messages).toHaveLength(5);
  for (const message of messages) expect(problemsOf(message), message).toEqual([]);
});
