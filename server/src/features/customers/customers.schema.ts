import { requiredText } from '../../kernel/fields.ts';
import { isAddress, MAX_ADDRESS } from '../../kernel/mail-address.ts';

/** The customer to export or erase. */
export const customerAddress = requiredText(MAX_ADDRESS)
  .transform((value) => value.trim().toLowerCase())
  .refine(isAddress, { error: 'must be one address such as anna@example.com' });
