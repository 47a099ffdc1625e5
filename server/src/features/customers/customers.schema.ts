import { mailAddress } from '../../kernel/mail-address.ts';

/** The customer to export or erase. */
export const customerAddress = mailAddress('anna@example.com').transform((value) => value.toLowerCase());
