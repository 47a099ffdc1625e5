import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { csvLines, jsonLines, type TableRow } from './table.ts';

async function* rowsOf(...rows: TableRow[]) {
  yield* rows;
}
const joined = (lines: AsyncIterable<string>) => text(Readable.from(lines));

const rows = [
  { name: 'plain', at: new Date(0) },
  { name: 'a "b", c\nd', at: null },
];

test('CSV has a header and quotes where necessary', async () => {
  expect(await joined(csvLines(['name', 'at'], rowsOf(...rows)))).toBe(
    'name,at\nplain,1970-01-01T00:00:00.000Z\n"a ""b"", c\nd",\n',
  );
  expect(await joined(csvLines(['name'], rowsOf()))).toBe('name\n');
});

test('CSV guards text that a spreadsheet would run in every column, but not numbers', async () => {
  const hostile = { name: '=HYPERLINK("http://x.example","a")', city: '+1\n', used: -5 };
  expect(await joined(csvLines(['name', 'city', 'used'], rowsOf(hostile)))).toBe(
    `name,city,used\n"'=HYPERLINK(""http://x.example"",""a"")","'+1\n",-5\n`,
  );
});

test('JSON is one object on one line', async () => {
  const whole = await joined(jsonLines('rows', rowsOf(...rows)));
  expect(JSON.parse(whole)).toEqual({ rows: [{ name: 'plain', at: '1970-01-01T00:00:00.000Z' }, rows[1]] });
  expect(whole.trimEnd().split('\n')).toHaveLength(1);
  expect(await joined(jsonLines('rows', rowsOf()))).toBe('{"rows":[]}\n');
  expect(await joined(jsonLines('rows', rowsOf({ a: 1 })))).toBe('{"rows":[{"a":1}]}\n');
});
