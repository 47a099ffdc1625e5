import { message, textOf } from 'outstep/kernel/messages/message.ts';
import { expect, test } from 'vitest';
import { say } from '../said.ts';
import { said } from './said.ts';

const answered = message('target_answered', { status: 422 });

test.each([
  [textOf(answered), 'the server responded with 422'],
  [
    textOf(message('target_redirected', { status: 302, address: 'https://a.example/' })),
    'the server redirects to https://a.example/ (302), and redirects aren’t followed',
  ],
  [
    textOf(message('retry_later', { attempt: 1, error: answered, seconds: 5 })),
    'Attempt 1: the server responded with 422. Next attempt in 5 s.',
  ],
  [textOf(message('files_too_large_together')), 'the attachments are larger than 20 MB in total'],
  [textOf(message('captured')), 'it’s in the test inbox and wasn’t delivered'],
  ['the target answered 422', 'the server responded with 422'],
  ['Created', 'Created'],
])('%s', (sentence, expected) => {
  expect(say(said, sentence)).toBe(expected);
});
