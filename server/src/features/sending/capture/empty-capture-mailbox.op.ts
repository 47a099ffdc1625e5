import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { emptyMailbox } from './capture.store.ts';

export const emptyCaptureMailbox = appOperation({
  name: 'empty_capture_mailbox',
  summary: 'Delete all mails of the capture mailbox. History keeps that there were any.',
  app: [{ method: 'DELETE', path: '/captured-mails', role: 'editor' }],
  input: z.object({}),
  output: z.object({ deleted: z.literal(true), mails: z.int().describe('How many there were.') }),
  atomic: true,
  run: async ({ db }) => ({ value: { deleted: true as const, mails: await emptyMailbox(db) } }),
});
