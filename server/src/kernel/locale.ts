import { z } from 'zod';
import { schemaMessage } from './fields.ts';
import { normalLocale } from './locale-code.ts';

/** A language code in an input; anything else is rejected. */
export const localeField = z
  .string()
  .refine((text) => normalLocale(text) !== null, { error: schemaMessage('must_be_locale') })
  .transform((text) => normalLocale(text) as string)
  .describe('Language code such as `de` or `pt-br`; case and separator do not matter.');
