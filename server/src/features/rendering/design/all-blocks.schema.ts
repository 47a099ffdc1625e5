import { z } from 'zod';
import { schemaMessage } from '../../../kernel/fields.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { attachment } from './blocks/attachment.schema.ts';
import { columns } from './blocks/columns.schema.ts';
import { menu, social } from './blocks/link-blocks.schema.ts';
import { image, logo, video } from './blocks/picture-blocks.schema.ts';
import { coupon, items, summary } from './blocks/shop-blocks.schema.ts';
import { conditional, divider, loop, part, spacer } from './blocks/structure-blocks.schema.ts';
import { button, heading, html, text } from './blocks/text-blocks.schema.ts';

/** A block after its defaults were filled in. */
export type Block = { type: string } & Record<string, unknown>;

export const blockList: z.ZodType<Block[]> = z
  .lazy(() => z.array(block))
  .meta({ id: 'Blocks', description: 'Blocks, from top to bottom.' });

const leafList = [
  ...[heading, text, image, logo, button, divider, spacer, menu, social, video],
  ...[items, summary, coupon, attachment, html],
];
const wrapperList = [loop(blockList), conditional(blockList)];
const columnsKind = columns(blockList);

export const leaves = new Map(leafList.map((kind) => [kind.type, kind]));
export const wrappers = new Map(wrapperList.map((kind) => [kind.type, kind]));

/** Every kind of block, in the order of the documentation. */
export const blockKinds: readonly { type: string; schema: z.ZodObject; sample: Record<string, unknown> }[] = [
  ...leafList,
  columnsKind,
  ...wrapperList,
  part,
];

for (const { type, schema } of blockKinds)
  nameSchema(`${type.charAt(0).toUpperCase()}${type.slice(1)}Block`, schema);

const types = blockKinds.map(({ type }) => type);

/** The error for a block that is not an object or has an unknown type. */
function unknownBlock({ input }: { input?: unknown }): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return schemaMessage('must_be_object');
  return 'type' in input
    ? schemaMessage('must_be_one_of', { values: types.join(', ') })
    : schemaMessage('required');
}

type Kinds = [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]];

const block = z
  .discriminatedUnion('type', blockKinds.map(({ schema }) => schema) as unknown as Kinds, {
    error: unknownBlock,
  })
  .meta({ id: 'Block' }) as unknown as z.ZodType<Block>;
