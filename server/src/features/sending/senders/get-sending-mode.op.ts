import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { sendingModes } from './senders.schema.ts';
import { sendingMode } from './senders.store.ts';

export const getSendingMode = appOperation({
  name: 'get_sending_mode',
  summary: 'Get whether emails of the store are delivered.',
  description:
    '`live`: there is a sender. `test`: there has never been one, and emails are captured. `none`: the last one was deleted, and steps without a sender fail.',
  app: [{ method: 'GET', path: '/sending-mode', role: 'viewer' }],
  input: z.object({}),
  output: z.object({ mode: z.enum(sendingModes) }),
  run: async ({ db }) => ({ value: { mode: await sendingMode(db) } }),
});
