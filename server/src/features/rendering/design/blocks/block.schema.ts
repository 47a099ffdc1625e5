import { z } from 'zod';
import { type PropertyPath, schemaMessage, text } from '../../../../kernel/fields.ts';
import { color, condition, pixels } from './fields.schema.ts';

/**
 * A node of the MJML tree. MJML does not escape attributes, so only a `BlockRenderer` may write text into
 * them.
 */
export interface MjmlNode {
  tagName: string;
  attributes: Record<string, string>;
  children?: MjmlNode[];
  content?: string;
}

/** The style of an email, computed from `global`, language and position. */
export interface BlockStyle {
  start: 'left' | 'right';
  end: 'left' | 'right';
  fontFamily: string;
  fontSize: number;
  textColor: string;
  linkColor: string;
  /** Default fill and text color of buttons; `null`: the link color, with a readable text color. */
  buttonFill: string | null;
  buttonColor: string | null;
  buttonRadius: number;
  mutedColor: string;
  lineColor: string;
}

/**
 * Renders one block. Every text of a block goes through here, by its path in the block. This ensures that it
 * is checked, its problems are reported, and its Liquid survives MJML and sanitizing.
 */
export interface BlockRenderer {
  readonly look: BlockStyle;
  /** Plain text as HTML. */
  text(...path: PropertyPath): string;
  /** The author's HTML, reduced to what emails may contain. */
  rich(...path: PropertyPath): string;
  /** Plain text as an attribute value. */
  attribute(...path: PropertyPath): string;
  /** A URL as the value of `href` or `src`. */
  url(...path: PropertyPath): string;
  /** URL of the image: that of the file in `file`, or `url`; `null` if neither is set. */
  picture(file: string, url: string): string | null;
  /** URL of the store's logo, or of the file. */
  logo(file: string): string | null;
  /** URL of one of our own images. */
  asset(name: string): string;
  condition(...path: PropertyPath): string;
  source(...path: PropertyPath): string;
  /** Generated Liquid. */
  liquid(code: string): string;
  /** The same texts for the plain-text part. */
  plain(...path: PropertyPath): string;
  plainRich(...path: PropertyPath): string;
  align(value: 'start' | 'center' | 'end'): 'left' | 'center' | 'right';
  /** A class that makes the color readable in dark mode. */
  inked(color: string): string;
  /** A class for a button's colors in dark mode. */
  filled(fill: string, ink: string): string;
  /** A readable text color on a background. */
  inkOn(fill: string): string;
  /** A row with the common attributes of blocks: padding, background and visibility. */
  row(tagName: string, attributes: Record<string, string>, content?: string): MjmlNode;
}

const side = pixels(0, 100);

const padding = z
  .strictObject({
    top: side.default(10),
    bottom: side.default(10),
    start: side.nullable().default(null).describe('`null`: depends on where the block is.'),
    end: side.nullable().default(null),
  })
  .describe('Padding around the block in pixels.');

const id = text(64).describe(
  'Your own name for the block, unique in the design. It identifies the block even after it has moved or changed.',
);
const showIf = condition('Shows the block only if this condition is true.');

/** Fields of every block. */
export const commonFields = {
  id: id.optional(),
  showIf: showIf.nullable().default(null),
};

/** Further fields of blocks with visible content. */
export const visibleBlockFields = {
  ...commonFields,
  padding: padding.prefault({}),
  background: color.nullable().default(null),
  hideOn: z.enum(['none', 'mobile', 'desktop']).default('none'),
};

/**
 * A block with visible content. Each has its own file: fields with their defaults, a sample, HTML, plain
 * text.
 */
export interface LeafBlock {
  type: string;
  schema: z.ZodObject;
  /** A block of this kind as an author would write it. */
  sample: Record<string, unknown>;
  rows(block: Record<string, unknown>, renderer: BlockRenderer): MjmlNode[];
  text(block: Record<string, unknown>, renderer: BlockRenderer): string;
}

interface LeafParts<Fields extends z.ZodRawShape> {
  sample: z.input<z.ZodObject<Fields>>;
  rows(block: z.output<z.ZodObject<Fields>>, renderer: BlockRenderer): MjmlNode[];
  text(block: z.output<z.ZodObject<Fields>>, renderer: BlockRenderer): string;
  /** Validation that involves several fields. */
  refine?(schema: z.ZodObject): z.ZodObject;
}

const named = (type: string, about: string, fields: z.ZodRawShape) =>
  z.strictObject({ type: z.literal(type), ...fields }).meta({ title: type, description: about });

export function leaf<Fields extends z.ZodRawShape>(
  type: string,
  about: string,
  fields: Fields,
  { sample, rows, text, refine }: LeafParts<Fields>,
): LeafBlock {
  const schema = named(type, about, fields);
  return {
    type,
    schema: refine ? refine(schema) : schema,
    sample: { type, ...sample },
    rows: (block, renderer) => rows(block as z.output<z.ZodObject<Fields>>, renderer),
    text: (block, renderer) => text(block as z.output<z.ZodObject<Fields>>, renderer),
  };
}

/** A block around lists of other blocks: the Liquid before each list and after the last. */
export interface WrapperBlock {
  type: string;
  schema: z.ZodObject;
  sample: Record<string, unknown>;
  branches(block: Record<string, unknown>, renderer: BlockRenderer): { before: string; list: string }[];
  after: string;
}

export function wrapper(
  type: string,
  about: string,
  fields: z.ZodRawShape,
  parts: Pick<WrapperBlock, 'sample' | 'branches' | 'after'>,
): WrapperBlock {
  return { ...parts, type, schema: named(type, about, fields), sample: { type, ...parts.sample } };
}

/** Reports an error unless exactly one of two members is set. */
export const exactlyOne = (first: string, second: string) => (schema: z.ZodObject) => {
  const given = (block: Record<string, unknown>, name: string) => (block[name] ?? null) !== null;
  return schema.refine((block) => given(block, first) !== given(block, second), {
    path: [first],
    error: schemaMessage('give_either', { first, second }),
  });
};
