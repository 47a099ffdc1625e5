import { requiredText } from '../../kernel/fields.ts';
import { isMailAddress, MAX_ADDRESS } from '../../kernel/mail-address.ts';

/** Whom a question is about. */
export const customerAddress = requiredText(MAX_ADDRESS)
  .transform((value) => value.trim().toLowerCase())
  .refine(isMailAddress, { error: 'must be one address such as anna@example.com' });
