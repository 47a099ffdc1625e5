import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import {
  compileDesign,
  compileMarkedDesign,
  emptyJob,
} from '../../src/features/rendering/design/compile-design.rules.ts';
import { problemsOfSize } from '../../src/features/rendering/design/design-caps.schema.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import { textOf } from '../../src/kernel/messages/message.ts';
import type { DesignJob } from '../../src/kernel/ports.ts';
import { isFullSize } from '../harness/size.ts';
import { designs } from './generated-designs.ts';

const [ONE, TWO] = ['0198c0de-0000-7000-8000-0000000000a1', '0198c0de-0000-7000-8000-0000000000a2'];
const part = (preset: string, more: JsonObject = {}): JsonObject => ({ type: 'part', preset, ...more });
const heading = (text: string): JsonObject => ({ type: 'heading', text });
const spacers = (count: number): JsonObject[] => Array.from({ length: count }, () => ({ type: 'spacer' }));

const jobOf = (design: JsonObject, presets: Record<string, Json[]> = {}): DesignJob => ({
  ...emptyJob,
  ...{ design, presets, logoUrl: 'https://mail.test/logo.png' },
  files: { 'files/mug.png': 'https://mail.test/mug.png', 'files/still.png': 'https://mail.test/still.png' },
});
const faultsOf = async (design: JsonObject, presets: Record<string, Json[]>) => {
  const outcome = await compileDesign(jobOf(design, presets));
  return 'problems' in outcome
    ? outcome.problems.map(({ path, reason }) => `${path.join('.')}: ${textOf(reason)}`)
    : [];
};

/** The design with each part replaced by its blocks, as detaching it would do. */
function detached(value: Json, presets: Record<string, Json[]>): Json {
  if (Array.isArray(value))
    return value.flatMap((item) => {
      const { type, preset } = (item ?? {}) as JsonObject;
      return type === 'part' ? (presets[String(preset)] ?? []) : [detached(item, presets)];
    });
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, detached(each, presets)]));
}

const blocksOf = designs.map(({ blocks }) => blocks as JsonObject[]);

/** Puts parts among the blocks of a design, at any depth. */
function withParts(value: Json, choices: Iterator<number>, name = ''): Json {
  const isList = name === 'blocks' || name === 'else';
  if (Array.isArray(value)) {
    const inner = value.map((each) => withParts(each, choices));
    if (!isList) return inner;
    const choice = choices.next().value as number;
    if (choice > 1) return inner;
    const at = inner.length === 0 ? 0 : choice % (inner.length + 1);
    return inner.toSpliced(at, 0, part(choice === 0 ? ONE : TWO));
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, withParts(each, choices, member)]),
  );
}
function* cycle(numbers: readonly number[]): Generator<number> {
  for (;;) yield* numbers;
}

describe('a part of a design (contract: Presets 4)', () => {
  it('renders as if its blocks were the design’s own, at any depth, or is rejected for exceeding its limits', async () => {
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(
        designs,
        blocksOf,
        blocksOf,
        fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }),
        async (design, one, two, choices) => {
          const presets = { [ONE]: one, [TWO]: two };
          const shared = withParts(design, cycle(choices)) as JsonObject;
          const own = detached(shared, presets) as JsonObject;
          const [got, wanted] = await Promise.all([
            compileDesign(jobOf(shared, presets)),
            compileDesign(jobOf(own)),
          ]);
          expect('problems' in got).toBe('problems' in wanted);
          if ('problems' in got) return;
          expect(problemsOfSize(own)).toEqual([]);
          // Liquid marks are derived from all texts, which are in other places here.
          expect({ ...got, warnings: [] }).toEqual({ ...wanted, warnings: [] });
          drawn++;
        },
      ),
      { numRuns: isFullSize ? 300 : 30, seed: 1760 },
    );
    expect(drawn).toBeGreaterThan(5);
  });

  it('is marked as one block of the design, and its page is the one that is sent', async () => {
    const design = { blocks: [heading('Own'), part(ONE, { showIf: 'variables.order' })] };
    const job = jobOf(design, { [ONE]: [heading('First'), heading('Second')] });
    const [sent, marked] = await Promise.all([compileDesign(job), compileMarkedDesign(job, true)]);
    if ('problems' in sent || 'problems' in marked) throw new Error('refused');
    expect(BlockMarks.takeOut(marked)).toBe(sent.html);
    expect(marked.text).toBe(sent.text);
    expect(marked.places).toEqual([
      ['blocks', 0],
      ['blocks', 1],
      ['blocks', 1, 'preset', 0],
      ['blocks', 1, 'preset', 1],
    ]);
  });

  it.each([
    ['unknown', { blocks: [part(TWO)] }, 'bodyDesign.blocks.0.preset: unknown preset'],
    [
      'in a loop with an attachment in it',
      { blocks: [{ type: 'loop', source: 'variables.a', blocks: [part(ONE)] }] },
      "bodyDesign.blocks.0.blocks.0.preset.0: an attachment can't be placed in a loop",
    ],
  ])('is rejected at its location: %s', async (_name, design, fault) => {
    const file = { type: 'attachment', url: 'https://x.test/a.pdf', filename: 'a.pdf' };
    expect(await faultsOf(design as JsonObject, { [ONE]: [file] })).toEqual([fault]);
  });

  it('counts its own blocks and nesting toward the limits', async () => {
    const presets = {
      [ONE]: spacers(100),
      [TWO]: [{ type: 'columns', columns: [{ blocks: [] }, { blocks: [] }] }],
    };
    expect(await faultsOf({ blocks: [part(ONE), part(ONE)] }, presets)).toEqual([]);
    expect(await faultsOf({ blocks: [part(ONE), heading('One more'), part(ONE)] }, presets)).toEqual([
      expect.stringMatching(/^bodyDesign\.blocks\.[02]\.preset: at most 200 blocks in a design$/),
    ]);
    const inColumn = { type: 'columns', columns: [{ blocks: [part(TWO)] }, { blocks: [] }] };
    expect(await faultsOf({ blocks: [inColumn] }, presets)).toEqual([
      "bodyDesign.blocks.0.columns.0.blocks.0.preset.0: columns can't be nested in a column",
    ]);
    const deep = [1, 2, 3].reduce<JsonObject>(
      (inner) => ({ type: 'conditional', if: 'variables.a', blocks: [inner] }),
      part(TWO),
    );
    expect(await faultsOf({ blocks: [deep] }, presets)).toEqual([
      'bodyDesign.blocks.0.blocks.0.blocks.0.blocks.0.preset.0: blocks nested more than 3 deep',
    ]);
    expect(await faultsOf({ blocks: [deep] }, { ...presets, [TWO]: [heading('Flat')] })).toEqual([]);
  });

  it('two hundred parts of two hundred blocks are rejected without being rendered', async () => {
    const design = { blocks: Array.from({ length: 200 }, () => part(ONE)) };
    const began = performance.now();
    expect(await faultsOf(design, { [ONE]: spacers(200) })).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('contains no other part', async () => {
    expect(await faultsOf({ blocks: [part(ONE)] }, { [ONE]: [part(TWO)], [TWO]: [heading('In')] })).toEqual([
      "bodyDesign.blocks.0.preset: a part can't be nested in a preset",
    ]);
  });
});
