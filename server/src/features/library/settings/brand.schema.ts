import { z } from 'zod';
import { schemaMessage } from '../../../kernel/fields.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { fontNames } from './fonts.schema.ts';

/** Settings are texts, so the radius is one as well. */
const RADIUS = /^(?:[0-9]|[1-4][0-9]|50)$/;

const color = (about: string) =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: schemaMessage('must_be_color') })
    .describe(about);

/** What a store's emails look like; the same in every language (contract: Brand 1). */
export const brandFields = {
  brandBackground: color('Around the mail.'),
  brandContentBackground: color('Behind the blocks.'),
  brandTextColor: color('Of texts.'),
  brandLinkColor: color('Of links, and of buttons unless they have their own.'),
  brandButtonFill: color('Of buttons.'),
  brandButtonColor: color('Of the labels of buttons.'),
  brandFontFamily: z.enum(fontNames),
  brandButtonRadius: z
    .string()
    .regex(RADIUS, { error: schemaMessage('must_be_0_to_50') })
    .describe('How round the corners of buttons are, in pixels.'),
};

const chosenColor = (about: string) => z.string().nullable().describe(about);

/** Its members are those of `global` in a design. */
export const publicBrand = z.object({
  background: chosenColor('Around the mail.'),
  contentBackground: chosenColor('Behind the blocks.'),
  textColor: chosenColor('Of texts.'),
  linkColor: chosenColor('Of links, and of buttons unless they have their own.'),
  buttonFill: chosenColor('Of buttons.'),
  buttonColor: chosenColor('Of the labels of buttons.'),
  fontFamily: z.enum(fontNames).nullable(),
  buttonRadius: z.int().nullable().describe('How round the corners of buttons are, in pixels.'),
  logo: z.string().nullable().describe('Key of the picture that `logo` blocks show.'),
});
nameSchema('Brand', publicBrand);
