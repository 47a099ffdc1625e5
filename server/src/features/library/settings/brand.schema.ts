import { z } from 'zod';
import { schemaMessage } from '../../../kernel/fields.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { fontNames } from './fonts.schema.ts';

/** Settings are strings, so the radius is one too. */
const RADIUS = /^(?:[0-9]|[1-4][0-9]|50)$/;

const color = (about: string) =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: schemaMessage('must_be_color') })
    .describe(about);

/** The look of a store's emails, which is the same in every language (contract: Brand 1). */
export const brandFields = {
  brandBackground: color('Color around the email.'),
  brandContentBackground: color('Color behind the blocks.'),
  brandTextColor: color('Text color.'),
  brandLinkColor: color('Color of links, and of buttons without a color of their own.'),
  brandButtonFill: color('Color of buttons.'),
  brandButtonColor: color('Color of button labels.'),
  brandFontFamily: z.enum(fontNames),
  brandButtonRadius: z
    .string()
    .regex(RADIUS, { error: schemaMessage('must_be_0_to_50') })
    .describe('Corner radius of buttons, in pixels.'),
};

const chosenColor = (about: string) => z.string().nullable().describe(about);

/** The brand has the same members as `global` in a design. */
export const publicBrand = z.object({
  background: chosenColor('Color around the email.'),
  contentBackground: chosenColor('Color behind the blocks.'),
  textColor: chosenColor('Text color.'),
  linkColor: chosenColor('Color of links, and of buttons without a color of their own.'),
  buttonFill: chosenColor('Color of buttons.'),
  buttonColor: chosenColor('Color of button labels.'),
  fontFamily: z.enum(fontNames).nullable(),
  buttonRadius: z.int().nullable().describe('Corner radius of buttons, in pixels.'),
  logo: z.string().nullable().describe('Key of the picture that `logo` blocks show.'),
});
nameSchema('Brand', publicBrand);
