import { z } from 'zod';
import { roles } from '../../../kernel/access-levels.ts';
import { requiredText, schemaMessage } from '../../../kernel/fields.ts';
import { id, time } from '../../../kernel/id.ts';
import { isMailAddress, MAX_ADDRESS } from '../../../kernel/mail-address.ts';

export const role = z.enum(roles);

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;

export const memberAddress = requiredText(MAX_ADDRESS)
  .transform((value) => value.trim().toLowerCase())
  .refine(isMailAddress, { error: schemaMessage('must_be_email_address', { example: 'maria@example.com' }) });

export const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  since: time,
});
export type Member = z.output<typeof member>;

export const invitation = z.object({
  id,
  email: z.string(),
  role,
  invitedBy: z.string().describe('Name of the person who sent it; empty if the operator created it.'),
  createdAt: time,
  expiresAt: time,
});
export type Invitation = z.output<typeof invitation>;
