import { expect, test } from 'vitest';
import type { JsonObject } from '../../../kernel/json.ts';
import { emptyJob } from '../design/compile-design.rules.ts';
import { drawMarkedMail } from './draw-marked-mail.rules.ts';

const TOO_MUCH = '{% for i in (1..1000000000) %}{{ i }}{% endfor %}';

const problemsIn = async (...blocks: JsonObject[]) => {
  const mail = await drawMarkedMail({
    ...{ ...emptyJob, design: { blocks }, subject: 'Hi', variables: {}, footer: null },
    ...{ unsubscribeUrl: '', secret: 'abcdef' },
  });
  return 'problems' in mail ? mail.problems : null;
};
const text = { type: 'text', html: '<p>Fine</p>' };

test('reports a text that cannot be rendered at its block and field', async () => {
  const [problem, ...more] =
    (await problemsIn(text, { type: 'text', html: `<p>𝒜 list:\n ${TOO_MUCH}</p>` }, text)) ?? [];
  expect(more).toEqual([]);
  expect(problem?.path).toEqual(['bodyDesign', 'blocks', 1, 'html']);
  expect(problem?.reason.code).toBe('liquid');
});

test('reports a text in a column and in a summary row', async () => {
  const columns = [{ blocks: [text] }, { blocks: [{ type: 'text', html: TOO_MUCH }] }];
  expect((await problemsIn({ type: 'columns', columns }))?.[0]?.path).toEqual([
    ...['bodyDesign', 'blocks', 0, 'columns', 1, 'blocks', 0, 'html'],
  ]);
  const rows = [
    { label: 'Total', value: '1' },
    { label: 'Tax', value: TOO_MUCH },
  ];
  expect((await problemsIn(text, { type: 'summary', rows }))?.[0]?.path).toEqual([
    ...['bodyDesign', 'blocks', 1, 'rows', 1, 'value'],
  ]);
});

test('reports other problems for the whole design', async () => {
  const loop = { type: 'loop', source: '(1..1000000000)', blocks: [text] };
  const problems = (await problemsIn(loop)) ?? [];
  expect(problems.every(({ path }) => path.length === 1)).toBe(true);
});
