import { expect, test } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { formatBlocks, parseBlocks, presetErrors, wrapInMail } from './preset-json.ts';

const words = { noBlocks: 'no blocks' };
const blocks = [{ type: 'spacer' }, { type: 'heading', text: '{{ a' }];

test('accepts blocks in a list or as the only member of an object', () => {
  expect(parseBlocks(formatBlocks(blocks))).toEqual(blocks);
  expect(parseBlocks(JSON.stringify({ blocks }))).toEqual(blocks);
  for (const text of ['', '{', '5', 'null', '"text"', '{}', '{"blocks":5}', '{"blocks":[],"global":{}}'])
    expect(parseBlocks(text), text).toBeNull();
});

test('places each error correctly in both forms, whether it came from the preview or a save', () => {
  const reason = 'Liquid: output not closed';
  for (const field of [
    'bodyDesign.footer.blocks[1].text',
    'bodyDesign.header.blocks[1].text',
    'blocks[1].text',
    'languages.pt-br.blocks[1].text',
  ]) {
    const error = new ApiError(400, `${field}: ${reason}`);
    expect(presetErrors(error, formatBlocks(blocks), words)).toEqual([
      { place: '[1].text', field: 'blocks[1].text', reason },
    ]);
    expect(presetErrors(error, JSON.stringify({ blocks }, null, 2), words)[0]?.place).toBe('blocks[1].text');
  }
  const whole = new ApiError(400, 'blocks: layout "L" (en) cannot be made with them: too long');
  expect(presetErrors(whole, formatBlocks(blocks), words)).toMatchObject([{ place: '', field: 'blocks' }]);
});

test('reports a text that is not a list of blocks before any error from the server', () => {
  expect(presetErrors(null, '[\n  {]', words)).toEqual([]);
  expect(presetErrors(null, '{}', words)).toEqual([{ line: 1, field: '', reason: 'no blocks' }]);
  expect(presetErrors(new Error('offline'), '[]', words)).toEqual([]);
});

test('puts the preset in its place in an email', () => {
  expect(wrapInMail('header', blocks, 'Here')).toMatchObject({ bodyDesign: { header: { blocks } } });
});
