import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BlockEntry, entriesOf } from '../../../web/src/features/editor/model/blocks.rules.ts';
import {
  duplicateBlock,
  insertBlock,
  moveBlock,
  moveTargetsFor,
  removeBlock,
  setMember,
} from '../../../web/src/features/editor/model/commands.rules.ts';
import {
  beginHistory,
  type DesignChange,
  record,
  undo,
} from '../../../web/src/features/editor/model/history.rules.ts';
import { newBlock, palette } from '../../../web/src/features/editor/model/new-block.rules.ts';
import { unwrapBlock, wrapBlock, wrappers } from '../../../web/src/features/editor/model/wrap.rules.ts';
import { en } from '../../../web/src/texts/en/index.ts';
import {
  compileDesign,
  compileMarkedDesign,
  emptyJob,
} from '../../src/features/rendering/design/compile-design.rules.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import { isFullSize } from '../harness/size.ts';
import { designs } from './generated-designs.ts';

const kinds = Object.values(palette).flat();
/** Half of them are values that no block accepts. */
const written: readonly (readonly [string, Json])[] = [
  ['url', 'https://tea.example'],
  ['url', 'tea.example'],
  ['text', 'Hello {{ variables.name }}'],
  ['text', 'Half a {{ brace'],
  ['html', '<p>{% if variables.a %}yes{% endif %}</p>'],
  ['html', '<p>{% if variables.a %}never ends</p>'],
  ['showIf', 'variables.a'],
  ['showIf', '{{ variables.a }}'],
  ['background', '#102030'],
  ['background', 'red'],
];

type Numbers = readonly [number, number, number];

const commandFunctions: readonly ((
  design: JsonObject,
  entry: BlockEntry,
  n: number,
) => DesignChange | null)[] = [
  (design, { list, index }, n) =>
    insertBlock(design, { list, index }, newBlock(kinds[n % kinds.length] ?? 'text', en.editor.newBlock)),
  (design, entry) => removeBlock(design, entry),
  (design, entry) => duplicateBlock(design, entry),
  (design, entry, n) => {
    const places = moveTargetsFor(design, entry);
    const place = places[n % Math.max(1, places.length)];
    return place ? moveBlock(design, entry, place) : null;
  },
  (design, entry, n) => wrapBlock(design, entry, wrappers[n % 3] ?? 'loop'),
  (design, entry) => unwrapBlock(design, entry),
  (design, { path }, n) => {
    const [name, value] = written[n % written.length] ?? ['text', ''];
    return setMember(design, [...path, name], value);
  },
];

function act(design: JsonObject, [what, which, n]: Numbers): DesignChange | null {
  const entries = entriesOf(design);
  const entry = entries[which % Math.max(1, entries.length)];
  return entry ? (commandFunctions[what % commandFunctions.length]?.(design, entry, n) ?? null) : null;
}

test('after any edits, the canvas reports the same problems as the server, and designs without problems are accepted', async () => {
  const sequence = fc.array(fc.tuple(fc.nat(6), fc.nat(60), fc.nat(60)), { minLength: 20, maxLength: 200 });
  let [faulty, faultless] = [0, 0];
  await fc.assert(
    fc.asyncProperty(designs, sequence, async (design, done) => {
      let history = beginHistory(design);
      for (const [i, one] of done.entries()) {
        const change = act(history.state, one);
        if (change) history = record(history, change, i * 5000);
        // Undo most of the broken changes, as people do.
        if (i % 3 === 2 && one[0] === 6) history = undo(history);
      }
      const job = { ...emptyJob, design: history.state };
      const pathsOf = (outcome: object) =>
        'problems' in outcome
          ? (outcome.problems as { path: PropertyKey[] }[]).map(({ path }) => path.join('.'))
          : [];
      const here = pathsOf(await compileMarkedDesign(job));
      expect(here).toEqual(pathsOf(await compileDesign(job)));
      if (here.length > 0) faulty++;
      else faultless++;
    }),
    { numRuns: isFullSize ? 300 : 25, seed: 1611 },
  );
  // Both kinds occurred.
  expect(Math.min(faulty, faultless)).toBeGreaterThan(0);
}, 600_000);
