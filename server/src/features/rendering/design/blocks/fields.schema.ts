import { z } from 'zod';
import { schemaMessage, text } from '../../../../kernel/fields.ts';

/** Fields of blocks. Descriptions end up in `GET /layout-schema`, where an assistant reads them. */

const MAX_URL = 4000;
const MAX_HTML = 100_000;

const sized = (max: number) => text(max).meta({ maxLength: max });

/** One line of text; HTML in it is shown literally. */
export const liquidText = (about: string, max = 2000) =>
  sized(max).meta({ maxLength: max, description: `${about} Plain text; can contain Liquid.` });

export const richText = (about: string) =>
  sized(MAX_HTML).meta({
    maxLength: MAX_HTML,
    description: `${about} HTML with Liquid in text and attribute values; scripts, style sheets, forms and frames are removed.`,
  });

/** The scheme must be literal unless the URL begins with Liquid, in which case rendering checks it. */
const LINK = /^(?:https?:\/\/|mailto:|tel:|sms:|#|\{\{|\{%)/;
const PICTURE = /^(?:https:\/\/|\{\{|\{%)/;
/** Spelled out without a flag, because JSON Schema has no flags. */
const DOWNLOAD = /^[Hh][Tt][Tt][Pp][Ss]:\/\//;

const address = (pattern: RegExp, reason: string, about: string) =>
  sized(MAX_URL)
    .regex(pattern, { error: reason })
    .meta({ maxLength: MAX_URL, description: `${about} Can contain Liquid.` });

export const link = (about: string) => address(LINK, schemaMessage('must_start_with_link_scheme'), about);
export const pictureUrl = (about: string) =>
  address(PICTURE, schemaMessage('must_start_with_https_or_liquid'), about);
export const downloadUrl = (about: string) =>
  address(DOWNLOAD, schemaMessage('must_start_with_https'), about);

export const fileKey = z
  .string()
  .min(1, { error: schemaMessage('required') })
  .max(500)
  .describe('Key of an uploaded file.');

export const color = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, { error: schemaMessage('must_be_color') })
  .describe('#rgb or #rrggbb; cannot contain Liquid.');

export const pixels = (min: number, max: number) => z.int().min(min).max(max);

export const align = z
  .enum(['start', 'center', 'end'])
  .describe('`start` is left, or right in right-to-left languages.');

export const condition = (about: string) =>
  sized(1000).meta({
    maxLength: 1000,
    description: `${about} A Liquid condition without braces: \`variables.order.total > 100\`.`,
  });

export const source = sized(500).meta({
  maxLength: 500,
  description: 'The list to repeat over, a Liquid value without braces: `variables.order.line_items`.',
});

const TAKEN = ['variables', 'secrets', 'forloop', 'unsubscribe_url', 'unsubscribe_link', 'mail_footer'];

export const itemName = z
  .string()
  .regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,39}$/, { error: schemaMessage('must_be_identifier') })
  .refine((name) => !TAKEN.includes(name), { error: schemaMessage('reserved_by_liquid') })
  .describe('Name of an entry of the list in Liquid: `{{ item.title }}`.');

export const repetitions = pixels(1, 250).default(50).describe('Maximum number of entries shown.');
