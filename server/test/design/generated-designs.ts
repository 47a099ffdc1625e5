import fc from 'fast-check';
import { blockKinds } from '../../src/features/rendering/design/all-blocks.schema.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

type SampleBlock = Record<string, unknown>;

const samples = blockKinds.map(({ sample }) => sample);
const sampleOf = (type: string) => samples.find((sample) => sample['type'] === type) as SampleBlock;
const leafTypes = samples
  .filter((sample) => !['columns', 'loop', 'conditional', 'part'].includes(String(sample['type'])))
  .map((sample) => String(sample['type']));

/** Members that any block may have in addition, where its kind supports them. */
const appearances = fc.record(
  {
    showIf: fc.constantFrom('variables.order.gift', 'variables.none', null),
    background: fc.constantFrom('#102030', '#fff', null),
    hideOn: fc.constantFrom('none', 'mobile', 'desktop'),
    padding: fc.record({ top: fc.nat(100), start: fc.option(fc.nat(100)) }, { requiredKeys: [] }),
    id: fc.constantFrom('first', 'ob0x1', 'ob0x2'),
  },
  { requiredKeys: [] },
);

const membersOf = (type: string) =>
  Object.keys(blockKinds.find((kind) => kind.type === type)?.schema.shape ?? {});
const withAppearance = (block: SampleBlock, look: SampleBlock): SampleBlock => {
  const members = membersOf(String(block['type']));
  return { ...block, ...Object.fromEntries(Object.entries(look).filter(([name]) => members.includes(name))) };
};

const texts = fc.constantFrom(
  'Plain',
  'a & b < c',
  '{{ variables.order.name }}',
  '{% if variables.none %}never{% endif %}ob0x3',
  'مرحبا {{ variables.customer.first_name }}',
  // MJML removes whitespace at the ends of some texts.
  ' spaced ',
  '{{ variables.order.name }}\n',
  '',
);
const blockOfText: Record<string, (text: string) => SampleBlock> = {
  heading: (text) => ({ text }),
  text: (text) => ({ html: text.length % 2 === 0 ? text : `<p>${text}</p>` }),
  button: (text) => ({ label: text || 'Go' }),
  html: (text) => ({ html: text }),
};
const leaf = (isInLoop: boolean) =>
  fc
    .tuple(
      fc.constantFrom(...leafTypes.filter((type) => !isInLoop || type !== 'attachment')),
      appearances,
      texts,
    )
    .map(([type, look, text]) => withAppearance({ ...sampleOf(type), ...blockOfText[type]?.(text) }, look));

function blocks(depth: number, inColumn: boolean, isInLoop: boolean): fc.Arbitrary<SampleBlock[]> {
  const inner = (column: boolean, loop: boolean) => blocks(depth - 1, column, loop);
  const one: fc.Arbitrary<SampleBlock>[] = [leaf(isInLoop)];
  if (depth > 0) {
    const wrapped = (type: string, members: fc.Arbitrary<SampleBlock>) =>
      fc
        .tuple(members, appearances)
        .map(([own, look]) => withAppearance({ ...sampleOf(type), ...own }, look));
    one.push(wrapped('loop', fc.record({ blocks: inner(inColumn, true) })));
    one.push(
      wrapped(
        'conditional',
        fc.record({ blocks: inner(inColumn, isInLoop), else: inner(inColumn, isInLoop) }),
      ),
    );
    if (!inColumn) {
      const column = fc.record({ blocks: inner(true, isInLoop) });
      one.push(wrapped('columns', fc.record({ columns: fc.tuple(column, column) })));
    }
  }
  return fc.array(fc.oneof({ weight: 3, arbitrary: leaf(isInLoop) }, ...one), { maxLength: 5 });
}

/** Valid designs with every kind of block, up to three levels deep. */
export const designs: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      blocks: blocks(3, false, false),
      header: fc.option(fc.record({ blocks: blocks(1, false, false) })),
      footer: fc.option(fc.record({ blocks: blocks(1, false, false) })),
      global: fc.record(
        { darkMode: fc.boolean(), width: fc.integer({ min: 320, max: 900 }) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['blocks'] },
  )
  .map((design) => design as unknown as JsonObject);
