import { expect, test } from 'vitest';
import { bind, statement } from '../../kernel/ports.ts';
import { MixedResults, ScopedBatch } from './scoped-batch.ts';

const [OURS, THEIRS] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
const name = bind(statement('name', 'select name from stores'));
const TEXT = 25;

const asked = () =>
  new ScopedBatch(
    [
      { store: OURS, queries: [name] },
      { store: THEIRS, queries: [name] },
    ],
    true,
  );

function answerScope(batch: ScopedBatch, ...fields: string[]) {
  batch.handleDataRow({ fields });
  batch.handleCommandComplete();
}

function answerName(batch: ScopedBatch, value: string) {
  batch.handleRowDescription({ fields: [{ name: 'name', dataTypeID: TEXT, format: 'text' }] });
  batch.handleDataRow({ fields: [value] });
  batch.handleCommandComplete();
}

test('each store gets the rows of the statements in its own scope', async () => {
  const batch = asked();
  answerScope(batch, 'outstep_app', OURS, '3s');
  answerName(batch, 'ours');
  answerScope(batch, THEIRS);
  answerName(batch, 'theirs');
  batch.handleReadyForQuery();
  expect(await batch.results).toEqual([[{ name: 'ours' }], [{ name: 'theirs' }]]);
  expect(batch.connectionIsDoubtful).toBe(false);
});

test.each([
  ['in another order', THEIRS, OURS],
  ['one too late', OURS, OURS],
])('discards results that arrive %s and closes the connection', async (_, first, second) => {
  const batch = asked();
  const results = expect(batch.results).rejects.toBeInstanceOf(MixedResults);
  answerScope(batch, 'outstep_app', first, '3s');
  answerName(batch, 'one');
  answerScope(batch, second);
  answerName(batch, 'other');
  batch.handleReadyForQuery();
  await results;
  expect(batch.connectionIsDoubtful).toBe(true);
});
