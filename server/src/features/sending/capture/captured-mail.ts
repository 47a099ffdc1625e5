import { z } from 'zod';
import type { SealContext } from '../../../kernel/ports.ts';
import { versioned } from '../../../kernel/versioned.ts';

const address = z.object({ name: z.string(), address: z.string() });

const summary = z.object({
  from: address,
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  subject: z.string(),
  /** The number of attachments. */
  files: z.int(),
});

const content = z.object({
  replyTo: address.nullable(),
  html: z.string(),
  text: z.string(),
  /** The message as a server would get it, without the bytes of its files. */
  source: z.string(),
  isSourceCut: z.boolean(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), bytes: z.int() })),
});

/** The list members of a captured email. */
export type CapturedSummary = z.output<typeof summary>;
/** The rest of it. */
export type CapturedContent = z.output<typeof content>;

export const capturedSummaries = versioned<CapturedSummary>('captured mail', summary);
export const capturedContents = versioned<CapturedContent>('content of a captured mail', content);

/** Each column has its own seal context. */
export const capturedSealContext = (id: string, column: 'summary' | 'content'): SealContext => ({
  table: 'captured_mails',
  name: `${id} ${column}`,
});
