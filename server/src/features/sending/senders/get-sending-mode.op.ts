import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { sendingModes } from './senders.schema.ts';
import { sendingMode } from './senders.store.ts';

export const getSendingMode = appOperation({
  name: 'get_sending_mode',
  summary: 'Say whether mail of the store really leaves.',
  description:
    '`live`: there is a sender. `test`: there has never been one, and mail is captured. `none`: the last one was deleted, and steps without a sender fail.',
  app: [{ method: 'GET', path: '/sending-mode', role: 'viewer' }],
  input: z.object({}),
  output: z.object({ mode: z.enum(sendingModes) }),
  run: async ({ db }) => ({ value: { mode: await sendingMode(db) } }),
});
