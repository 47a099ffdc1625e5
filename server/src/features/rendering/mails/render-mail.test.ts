import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { message } from '../../../kernel/messages/message.ts';
import { renderMail } from './render-mail.ts';

test('reports a body problem once, without compiled line numbers, and keeps those of other problems (contract: Layouts 4)', async () => {
  const reason = (line: number) =>
    message('liquid_at', { reason: message('secret_missing', { name: 'X' }), line, column: 1 });
  const problems = [
    { path: ['subject'], reason: reason(1) },
    { path: ['body'], reason: reason(21) },
    { path: ['body'], reason: reason(1) },
  ];
  const ctx = {
    storeId: '0198c0de-7a1b-7000-8000-00000000f007',
    randomBytes,
    renderer: { render: async () => ({ problems }) },
  } as unknown as Parameters<typeof renderMail>[0];
  const source = {
    ...{ subject: '', previewText: '', compiled: { html: '', text: '' }, bodyField: 'body', locale: 'en' },
    ...{ footer: null, hasDownloads: false },
  } as unknown as Parameters<typeof renderMail>[1];
  expect(await renderMail(ctx, source, { variables: {}, secrets: {} })).toEqual({
    problems: [
      { path: ['subject'], reason: reason(1) },
      { path: ['body'], reason: 'Liquid: no secret named "X"' },
    ],
  });
});
