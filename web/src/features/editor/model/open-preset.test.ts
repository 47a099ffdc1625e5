import type { JsonObject } from 'outstep/kernel/json.ts';
import { expect, test } from 'vitest';
import { entriesOf } from './blocks.rules.ts';
import { insertBlock, moveBlock, moveTargetsFor, setMember } from './commands.rules.ts';
import {
  changeWithin,
  closePreset,
  entriesWithin,
  findPresetPath,
  fromCompiler,
  inlinePreset,
  listAt,
  openPreset,
} from './open-preset.rules.ts';
import { partBlock } from './parts.rules.ts';
import { applyPatches } from './patches.rules.ts';

const ID = '6f3c1c1e-3d0b-4a53-9d3c-0b9f3a1d2e4f';
const heading = (text: string): JsonObject => ({ type: 'heading', text });
const loop = (...blocks: JsonObject[]): JsonObject => ({ type: 'loop', source: 'variables.a', blocks });
const part = partBlock(ID);
const design: JsonObject = {
  blocks: [heading('Mine'), loop(part, heading('Below'))],
  footer: { preset: ID },
};
const keyOfPart = entriesOf(design).find(({ type }) => type === 'part')?.key ?? '';
const shared = [heading('One'), loop(heading('Two'))];
const opened = (at: string) => {
  const place = findPresetPath(design, at, ID);
  if (!place) throw new Error('not there');
  const open = openPreset(design, place, shared);
  return { place, list: listAt(place), open, own: entriesWithin(entriesOf(open), listAt(place)) };
};

test('finds a preset only where the email uses it', () => {
  expect(findPresetPath(design, 'footer', ID)).toEqual(['footer']);
  expect(findPresetPath(design, keyOfPart, ID)).toEqual(['blocks', 1, 'blocks', 0]);
  for (const [at, id] of [
    ['header', ID],
    ['footer', 'other'],
    [keyOfPart, 'other'],
    ['gone', ID],
  ] as const)
    expect(findPresetPath(design, at, id)).toBeNull();
});

test.each(['footer', keyOfPart])('opening and closing leaves the email unchanged (%s)', (at) => {
  const { place, open } = opened(at);
  expect(closePreset(open, place)).toEqual({ design, blocks: shared });
});

test.each(['footer', keyOfPart])('its blocks appear as if there were no surrounding email (%s)', (at) => {
  const { own } = opened(at);
  expect(own.map(({ block, depth }) => [block['text'] ?? block['type'], depth])).toEqual([
    ['One', 0],
    ['loop', 0],
    ['Two', 1],
  ]);
  expect(own.map(({ parent }) => parent)).toEqual([null, null, own[1]?.key]);
});

test.each(['footer', keyOfPart])('accepts a change inside the preset and rejects any other (%s)', (at) => {
  const { open, list, own } = opened(at);
  const [one, inner] = own;
  if (!one || !inner) throw new Error('no blocks');
  const written = setMember(open, [...one.path, 'text'], 'New');
  const within = written && changeWithin(written, list);
  expect(within && applyPatches({ blocks: shared }, within.patches).value).toEqual({
    blocks: [heading('New'), shared[1]],
  });
  const places = moveTargetsFor(open, one).filter(({ list: to }) => to.join().startsWith(list.join()));
  expect(places.length).toBeGreaterThan(0);
  const away = moveBlock(open, one, { list: ['blocks'], index: 0 });
  expect(away && changeWithin(away, list)).toBeNull();
  const withPart = insertBlock(open, { list, index: 0 }, loop(partBlock('other')));
  expect(withPart && changeWithin(withPart, list)).toBeNull();
});

test('blocks of an open part nest like the design’s own', () => {
  const deep = (inner: JsonObject) => loop(loop(inner));
  const around: JsonObject = { blocks: [part] };
  const open = openPreset(around, ['blocks', 0], [deep(heading('In'))]);
  const inDeepest = ['blocks', 0, 'blocks', 0, 'blocks', 0, 'blocks'];
  expect(insertBlock(open, { list: inDeepest, index: 0 }, loop(heading('Third')))).not.toBeNull();
  expect(insertBlock(open, { list: inDeepest, index: 0 }, deep(heading('Fourth')))).toBeNull();
});

test('maps compiler positions in the preset to its blocks', () => {
  expect(fromCompiler(['footer'], ['footer', 'preset', 0, 'text'])).toEqual(['footer', 'blocks', 0, 'text']);
  expect(fromCompiler(['blocks', 1], ['blocks', 2, 'preset', 0])).toEqual(['blocks', 2, 'preset', 0]);
});

test('inlines the blocks at every use of the preset', () => {
  expect(inlinePreset(design, ID, shared)).toEqual({
    blocks: [heading('Mine'), loop(...shared, heading('Below'))],
    footer: { blocks: shared },
  });
});
