import type { z } from 'zod';
import { jsonSchemaOf } from '../../../kernel/json-schema.ts';
import { MAX_TEXT_LENGTH } from '../liquid/liquid-engine.rules.ts';
import { liquidVocabulary } from '../liquid/liquid-vocabulary.rules.ts';
import { MAX_TAGS } from '../liquid/liquid-walk.rules.ts';
import { MAX_RENDER_MS } from '../liquid/render-limit.rules.ts';
import { blockKinds } from './all-blocks.schema.ts';
import { design } from './design.schema.ts';
import { MAX_BLOCKS, MAX_BYTES, MAX_NESTING } from './design-caps.schema.ts';
import { example } from './example.rules.ts';
import type { layoutSchema } from './layout-schema.schema.ts';

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;

/** One row per block type: its purpose and a sample. */
function blockTable(): string {
  const rows = blockKinds.map(({ type, schema, sample }) => {
    const cells = [`\`${type}\``, String(schema.description), code(sample)];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| Type | Description | Sample |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Short enough to be read before each design, by a person or an assistant. */
const guide = () => `# Write a design

1. Start from \`example\` or from the layout's current \`bodyDesign\`. Always send the whole design: what you leave out is removed.
2. \`blocks\` is the email from top to bottom. Every block has a \`type\`. Leave out values that match the defaults.
3. Insert values with Liquid: \`{{ variables.order.name }}\`. Add a default where a value may be missing (\`{{ variables.customer.first_name | default: "friend" }}\`). Write amounts (\`19.90\`, not cents) with \`| money: variables.order.currency\` and dates with \`| date: "long"\`; both follow the email's language.
4. Repeat blocks with \`loop\`, choose between alternatives with \`conditional\`, hide a block with \`showIf\`. Their conditions and sources are Liquid without braces.
5. Set colors, font and width once, in \`global\`. \`start\` and \`end\` mean left and right, and the reverse in right-to-left languages. Dark mode is automatic; a block with its own \`background\` keeps its colors.
6. Refer to uploaded files by \`fileKey\`. Give every image an \`alt\`, and use \`https://\` links.
7. When you translate, change only the texts. Leave Liquid, URLs, keys and the order of blocks as they are.
8. An invalid design returns 400 with the path of each error, up to five at once: \`bodyDesign.blocks[2].text: Liquid: tag "if" not closed, line 1, column 4\`. Fix them and send the whole design again.

## Blocks

${blockTable()}
`;

type SchemaWithDefaults = { properties?: Record<string, SchemaWithDefaults>; default?: unknown };

/** The defaults of members that have one. */
function defaultsOf({ properties = {} }: SchemaWithDefaults): Record<string, unknown> {
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    if (property.default === undefined) return [];
    return [[name, property.properties ? defaultsOf(property) : property.default] as const];
  });
  return Object.fromEntries(entries);
}

const variables = [
  { name: 'variables.<path>', about: 'Values that the workflow step sends: `{{ variables.order.name }}`.' },
  {
    name: 'secrets.<NAME>',
    about:
      'A secret of the store, only as `{{ secrets.NAME }}`: without a filter or another tag, and not at the start of a URL.',
  },
  {
    name: 'unsubscribe_url',
    about: 'URL where the recipient can unsubscribe; empty in transactional emails.',
  },
  {
    name: 'unsubscribe_link',
    about: 'A complete unsubscribe link, for use in text; empty in transactional emails.',
  },
];

const rules = [
  'Fields that are not in the schema are rejected, and the error names their path.',
  'The API returns a design exactly as you sent it, without adding defaults.',
  'Every text has to parse as Liquid on its own: close an `{% if %}` in the same text field that opens it. To repeat or hide blocks, use `loop`, `conditional` or `showIf`.',
  'In HTML, Liquid is allowed in text and in attribute values only; colors and sizes cannot contain any.',
  'Conditions and sources are Liquid without braces.',
  'Every `fileKey` and every preset has to belong to the store.',
  'A `part` is replaced by the blocks of its preset, which count toward the limit; presets cannot contain parts.',
  'Columns cannot contain columns, and a loop cannot contain attachments.',
  `A text has at most ${MAX_TAGS} Liquid tags.`,
  'Keep the HTML below 90 KB: Gmail clips emails at 102 KB. A design with twenty blocks is about 25 KB.',
];

/**
 * Everything needed to write a design, derived from the code that checks and compiles it. `maxCpuMs` is a setting of the
 * installation.
 */
export function layoutSchemaAnswer(maxCpuMs = 1000): z.output<typeof layoutSchema> {
  const schema = jsonSchemaOf(design, 'input') as SchemaWithDefaults;
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
      maxBytes: MAX_BYTES,
      maxBlocks: MAX_BLOCKS,
      maxNesting: MAX_NESTING,
      maxHtmlLength: MAX_TEXT_LENGTH,
      maxCpuMs,
      maxTextCpuMs: MAX_RENDER_MS,
      rules,
    },
    example,
    guide: guide(),
  };
}
