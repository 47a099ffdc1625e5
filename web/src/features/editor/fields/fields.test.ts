import { blockKinds } from 'outstep/features/rendering/design/all-blocks.schema.ts';
import { problemsOfDesign } from 'outstep/features/rendering/design/design.schema.ts';
import { layoutSchemaAnswer } from 'outstep/features/rendering/design/layout-schema.rules.ts';
import { expect, test } from 'vitest';
import { de } from '../../../texts/de/index.ts';
import { en } from '../../../texts/en/index.ts';
import { newBlock, palette } from '../model/new-block.rules.ts';
import { type BlockField, fieldsOf, type LayoutSchema, newEntry } from './fields.rules.ts';

const { blocks, global } = fieldsOf(layoutSchemaAnswer() as unknown as LayoutSchema);
const all = [...global, ...[...blocks.values()].flat()].flatMap((field) => [field, ...field.fields]);

test('every kind of block has fields, and every field and choice has a label', () => {
  expect([...blocks.keys()].sort()).toEqual(blockKinds.map(({ type }) => type).sort());
  expect(all.filter(({ name }) => !Object.hasOwn(en.editor.labels, name))).toEqual([]);
  const words = new Set(
    all.flatMap(({ name, choices }) => (['fontFamily', 'network', 'ratio'].includes(name) ? [] : choices)),
  );
  expect([...words].filter((word) => !Object.hasOwn(en.editor.choices, word))).toEqual([]);
});

test('every member of a block except its lists of blocks has a field', () => {
  for (const { type, schema } of blockKinds) {
    const shown = blocks.get(type)?.map(({ name }) => name) ?? [];
    const left = Object.keys(schema.shape).filter((name) => !shown.includes(name));
    expect(
      left.filter((name) => !['type', 'blocks', 'else', 'columns'].includes(name)),
      type,
    ).toEqual([]);
  }
});

test('distinguishes kinds of fields', () => {
  const kinds = (type: string) =>
    Object.fromEntries(
      (blocks.get(type) ?? []).map(({ name, kind }): [string, BlockField['kind']] => [name, kind]),
    );
  expect(kinds('button')).toMatchObject({
    ...{ label: 'text', url: 'text', fill: 'color', radius: 'number', align: 'choice' },
    ...{ fullWidth: 'switch', padding: 'group', showIf: 'expression' },
  });
  expect(kinds('text')).toMatchObject({ html: 'rich' });
  expect(kinds('image')).toMatchObject({ fileKey: 'file' });
  expect(kinds('summary')).toMatchObject({ rows: 'list' });
});

test.each([
  ['English', en],
  ['German', de],
])('every block can be added and is valid at once, in %s', (_name, { editor }) => {
  const types = Object.values(palette).flat();
  // The palette lists the store's shared sections instead of a single type.
  const kinds = blockKinds.map(({ type }) => type).filter((type) => type !== 'part');
  expect(types.toSorted()).toEqual(kinds.sort());
  for (const type of types)
    expect(problemsOfDesign({ blocks: [newBlock(type, editor.newBlock)] }), type).toEqual([]);
});

test('a new entry of a list is valid too', () => {
  for (const type of ['menu', 'social', 'summary'] as const) {
    const list = blocks.get(type)?.find(({ kind }) => kind === 'list');
    const entry = newEntry(list?.fields ?? []);
    expect(problemsOfDesign({ blocks: [{ type, [list?.name ?? '']: [entry] }] }), type).toEqual([]);
  }
});
