import type { z } from 'zod';
import { jsonSchemaOf } from '../../../kernel/json-schema.ts';
import { MAX_TEXT_LENGTH } from '../liquid/liquid-engine.rules.ts';
import { liquidVocabulary } from '../liquid/liquid-vocabulary.rules.ts';
import { MAX_TAGS } from '../liquid/liquid-walk.rules.ts';
import { blockKinds } from './all-blocks.schema.ts';
import { design } from './design.schema.ts';
import { MAX_BLOCKS, MAX_NESTING } from './design-caps.schema.ts';
import { example } from './example.rules.ts';
import { guide } from './guide.rules.ts';
import type { layoutSchema } from './layout-schema.schema.ts';

type Schema = { properties?: Record<string, Schema>; default?: unknown };

/** The defaults of members that have one. */
function defaultsOf({ properties = {} }: Schema): Record<string, unknown> {
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    if (property.default === undefined) return [];
    return [[name, property.properties ? defaultsOf(property) : property.default] as const];
  });
  return Object.fromEntries(entries);
}

const variables = [
  { name: 'variables.<path>', about: 'What the workflow step sends: `{{ variables.order.name }}`.' },
  {
    name: 'secrets.<NAME>',
    about:
      'A secret of the store, only as `{{ secrets.NAME }}`: no filter, no other tag, not at the start of an address.',
  },
  {
    name: 'unsubscribe_url',
    about: 'Address at which the recipient unsubscribes; empty in transactional mails.',
  },
  { name: 'unsubscribe_link', about: 'A whole link to it, for text; empty in transactional mails.' },
];

const rules = [
  'Members that the schema does not know are refused, with the path of the member.',
  'What you send reads back exactly as sent; defaults are not written into it.',
  'Every text parses as Liquid by itself: an `{% if %}` ends in the text in which it begins. To repeat or hide blocks use `loop`, `conditional` or `showIf`.',
  'In HTML, Liquid stands in text and in values of attributes, nowhere else; colours and sizes hold none.',
  'Conditions and sources are Liquid without braces.',
  'Every `fileKey` and every preset belongs to the store.',
  'A `part` stands for the blocks of its preset, which count in its place; presets hold no parts.',
  'Columns do not stand inside columns, attachments not inside a loop.',
  `A text has at most ${MAX_TAGS} tags of Liquid.`,
  'Mails above 90 KB of HTML are cut off by Gmail; a design of twenty blocks has about 25 KB.',
];

/** Everything one needs to write a design, from what checks and compiles it. */
export function layoutSchemaAnswer(): z.output<typeof layoutSchema> {
  const schema = jsonSchemaOf(design, 'input') as Schema;
  const blocks = blockKinds.map(
    (kind) => [kind.type, defaultsOf(jsonSchemaOf(kind.schema, 'input'))] as const,
  );
  return {
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema },
    defaults: {
      global: defaultsOf(schema.properties?.['global'] ?? {}),
      blocks: Object.fromEntries(blocks),
    },
    liquid: { ...liquidVocabulary(), variables },
    constraints: {
      maxBytes: 1024 * 1024,
      maxBlocks: MAX_BLOCKS,
      maxNesting: MAX_NESTING,
      maxHtmlLength: MAX_TEXT_LENGTH,
      rules,
    },
    example,
    guide: guide(),
  };
}
