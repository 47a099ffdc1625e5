import { blockKinds } from './all-blocks.schema.ts';

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;

/** One row for each kind of block: what it is for, and one as somebody would write it. */
export function blockTable(): string {
  const rows = blockKinds.map(({ type, schema, sample }) => {
    const cells = [`\`${type}\``, String(schema.description), code(sample)];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| type | what | sample |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Short enough to be read before each design, by a person or an assistant. */
export const guide = () => `# Writing a design

1. Start from \`example\`, or from the layout's present \`bodyDesign\`. Always send the design whole: what you leave out is gone.
2. \`blocks\` is the mail from top to bottom. Every block has a \`type\`; leave out what its defaults already say.
3. Put values in with Liquid: \`{{ variables.order.name }}\`. Give a default where a value may be missing (\`{{ variables.customer.first_name | default: "friend" }}\`), write amounts (\`19.90\`, not cents) with \`| money: variables.order.currency\` and dates with \`| date: "long"\`; both follow the mail's language.
4. Repeat blocks with \`loop\`, choose between them with \`conditional\`, hide one with \`showIf\`. Their conditions and sources are Liquid without braces.
5. Set colours, font and width once, in \`global\`. \`start\` and \`end\` are left and right, and the other way round in languages written from the right. Dark mode is made for you; a block with its own \`background\` keeps its colours.
6. Refer to uploaded files by \`fileKey\`. Give every picture an \`alt\`, keep links \`https://\`.
7. When translating, change texts only: Liquid, addresses, keys and the order of blocks stay.
8. A refused design answers 400 with the path of each fault, up to five at once: \`bodyDesign.blocks[2].text: Liquid: tag "if" not closed, line 1, column 4\`. Mend these and send the whole again.

## Blocks

${blockTable()}
`;
