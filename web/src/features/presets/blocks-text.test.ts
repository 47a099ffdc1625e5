import { expect, test } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { blocksIn, faultsIn, mailAround, textOf } from './blocks-text.ts';

const words = { noJson: 'no JSON', noBlocks: 'no blocks' };
const blocks = [{ type: 'spacer' }, { type: 'heading', text: '{{ a' }];

test('blocks in a list or as the one member of an object, and nothing else', () => {
  expect(blocksIn(textOf(blocks))).toEqual(blocks);
  expect(blocksIn(JSON.stringify({ blocks }))).toEqual(blocks);
  for (const text of ['', '{', '5', 'null', '"text"', '{}', '{"blocks":5}', '{"blocks":[],"global":{}}'])
    expect(blocksIn(text), text).toBeNull();
});

test('each fault at its line, in both forms, whether it came of the preview or of a save', () => {
  const reason = 'Liquid: output not closed';
  for (const field of [
    'bodyDesign.footer.blocks[1].text',
    'bodyDesign.header.blocks[1].text',
    'blocks[1].text',
  ]) {
    const error = new ApiError(400, `${field}: ${reason}`);
    expect(faultsIn(error, textOf(blocks), words)).toEqual([{ line: 7, field: 'blocks[1].text', reason }]);
    expect(faultsIn(error, JSON.stringify({ blocks }, null, 2), words)[0]?.line).toBe(8);
  }
  const whole = new ApiError(400, 'blocks: layout "L" (en) cannot be made with them: too long');
  expect(faultsIn(whole, textOf(blocks), words)).toMatchObject([{ line: 1, field: 'blocks' }]);
});

test('what is no JSON, and what is no list of blocks, before anything that the server said', () => {
  expect(faultsIn(null, '[\n  {]', words)).toEqual([{ line: 2, field: '', reason: 'no JSON' }]);
  expect(faultsIn(null, '{}', words)).toEqual([{ line: 1, field: '', reason: 'no blocks' }]);
  expect(faultsIn(new Error('offline'), '[]', words)).toEqual([]);
});

test('a mail around it, with the preset in its place', () => {
  expect(mailAround('header', blocks, 'Here')).toMatchObject({ bodyDesign: { header: { blocks } } });
});
