import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { triggers, warning } from '../../records/history/history.schema.ts';

const address = z.object({ name: z.string(), address: z.string() });

/**
 * An email in the list. The store's people see it as it is, with names in place of secrets; nothing else is
 * hidden.
 */
export const capturedMail = z.object({
  id,
  executionId: id.describe('ID of the history entry.'),
  capturedAt: time,
  actionConfigId: id.nullable().describe('ID of the layout, if it was ever saved.'),
  actionConfigName: z.string(),
  trigger: z.enum(triggers),
  from: address,
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  subject: z.string(),
  files: z.int().describe('Number of attachments.'),
});

export const capturedMailDetail = capturedMail.extend({
  replyTo: address.nullable(),
  html: z.string(),
  text: z.string(),
  source: z.string().describe('The message as a server would receive it, without the content of its files.'),
  isSourceCut: z.boolean().describe('Whether only the beginning of the source is kept.'),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), bytes: z.int() })),
  warnings: z.array(warning).describe('Variables that were empty, and where.'),
});
