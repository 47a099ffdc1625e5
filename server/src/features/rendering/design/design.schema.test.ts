import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseFields } from '../../../kernel/fields.ts';
import { blockKinds } from './all-blocks.schema.ts';
import { bodyDesign, completeDesign, problemsOfDesign } from './design.schema.ts';
import { example } from './example.rules.ts';

const input = z.object({ bodyDesign });
const read = (design: unknown) => parseFields(input, { bodyDesign: design }).bodyDesign;

function refusal(design: unknown): string {
  try {
    read(design);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

const spacers = (count: number) => Array.from({ length: count }, () => ({ type: 'spacer' }));
const nested = (depth: number): object[] =>
  depth === 0 ? spacers(1) : [{ type: 'loop', source: 'variables.a', blocks: nested(depth - 1) }];
const one = (block: unknown) => ({ blocks: [block] });
const heading = { type: 'heading', text: 'Hello' };

describe('a design is accepted and returned exactly as sent (spec: Email layout: bodyDesign)', () => {
  const cases: [name: string, design: object][] = [
    ['no blocks', { blocks: [] }],
    ['the example', example],
    ['200 blocks', { blocks: spacers(200) }],
    ['blocks in three others', { blocks: nested(3) }],
    ['header and footer as null', { blocks: [], header: null, footer: null }],
    ['a preset', { blocks: [], header: { preset: '0198c0de-0000-7000-8000-0000000000aa' } }],
    ['any test variables', { blocks: [], testVariables: { blocks: [{ type: 3 }], fileKey: 1 } }],
    ...blockKinds.map(({ type, sample }): [string, object] => [`the sample of ${type}`, one(sample)]),
  ];

  it.each(cases)('%s', (_name, design) => {
    const before = JSON.stringify(design);
    expect(read(design)).toBe(design);
    expect(JSON.stringify(design)).toBe(before);
  });
});

describe('400 names the field (spec: Status 400)', () => {
  const color = 'must be a color such as #1a5fb4';
  const cases: [design: unknown, message: string][] = [
    [3, 'bodyDesign: must be an object'],
    [[], 'bodyDesign: must be an object'],
    [{}, 'bodyDesign.blocks: required'],
    [{ blocks: {} }, 'bodyDesign.blocks: must be a list'],
    [one(3), 'bodyDesign.blocks[0]: must be an object'],
    [one({}), 'bodyDesign.blocks[0].type: required'],
    [{ blocks: [], color: 1 }, 'bodyDesign.color: unknown field'],
    [one({ ...heading, txt: '' }), 'bodyDesign.blocks[0].txt: unknown field'],
    [one({ type: 'heading' }), 'bodyDesign.blocks[0].text: required'],
    [one({ ...heading, level: 9 }), 'bodyDesign.blocks[0].level: must be at most 4'],
    [one({ ...heading, color: 'red' }), `bodyDesign.blocks[0].color: ${color}`],
    [one({ ...heading, color: '{{ variables.c }}' }), `bodyDesign.blocks[0].color: ${color}`],
    [{ blocks: [], global: { linkColor: 'url(x)' } }, `bodyDesign.global.linkColor: ${color}`],
    [one({ ...heading, padding: { top: 1, left: 1 } }), 'bodyDesign.blocks[0].padding.left: unknown field'],
    [one({ type: 'image' }), 'bodyDesign.blocks[0].fileKey: specify either fileKey or url'],
    [
      one({ type: 'image', fileKey: 'a', url: 'https://x.test' }),
      'bodyDesign.blocks[0].fileKey: specify either fileKey or url',
    ],
    [
      one({ type: 'attachment', filename: 'a', url: 'http://x.test/a' }),
      'bodyDesign.blocks[0].url: must start with https://',
    ],
    [
      one({ type: 'columns', columns: [{ blocks: [] }, { blocks: [{ type: 'text' }] }] }),
      'bodyDesign.blocks[0].columns[1].blocks[0].html: required',
    ],
    [one({ type: 'columns', columns: [{ blocks: [] }] }), 'bodyDesign.blocks[0].columns: at least 2 columns'],
    [
      one({ type: 'columns', ratio: '1-1-1', columns: [{ blocks: [] }, { blocks: [] }] }),
      'bodyDesign.blocks[0].ratio: must have one value for each column',
    ],
    [
      one({ type: 'loop', source: 'variables.a', as: 'secrets', blocks: [] }),
      'bodyDesign.blocks[0].as: is reserved by Liquid; choose another name',
    ],
    [{ blocks: [], header: {} }, 'bodyDesign.header: specify either preset or blocks'],
    [{ blocks: [], footer: { preset: 'main' } }, 'bodyDesign.footer.preset: unknown preset'],
    [{ blocks: spacers(201) }, 'bodyDesign.blocks: at most 200 blocks in a design'],
    [
      { blocks: spacers(150), footer: { blocks: spacers(51) } },
      'bodyDesign.blocks: at most 200 blocks in a design',
    ],
    [
      { blocks: nested(4) },
      'bodyDesign.blocks[0].blocks[0].blocks[0].blocks[0]: blocks nested more than 3 deep',
    ],
    [
      one({ type: 'columns', columns: [{ blocks: [{ type: 'columns', columns: [{ blocks: [] }] }] }] }),
      "bodyDesign.blocks[0].columns[0].blocks[0]: columns can't be nested in a column",
    ],
    [{ blocks: [{ ...heading, text: 'a\0' }] }, 'must not contain NUL'],
  ];

  it.each(cases)('%j', (design, message) => {
    expect(refusal(design)).toContain(message);
  });

  it('lists the supported types', () => {
    expect(refusal(one({ type: 'carousel' }))).toBe(
      `bodyDesign.blocks[0].type: must be one of ${blockKinds.map(({ type }) => type).join(', ')}`,
    );
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:x',
    'JaVaScRiPt:x',
    'java\tscript:x',
    'data:text/html,x',
    '//x.test',
    'x',
  ])('for the URL %j', (url) => {
    const message = 'url: must start with https://, http://, mailto:, tel:, sms:, # or Liquid';
    expect(refusal(one({ type: 'button', label: 'Go', url }))).toBe(`bodyDesign.blocks[0].${message}`);
  });
});

describe('rejects a hostile 1 MB design quickly', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
  const cases: [name: string, design: object][] = [
    ['330 000 blocks', { blocks: Array.from({ length: 330_000 }, () => ({})) }],
    ['300 000 items', one({ type: 'menu', items: Array.from({ length: 300_000 }, () => ({})) })],
    ['300 000 columns', one({ type: 'columns', columns: Array.from({ length: 300_000 }, () => ({})) })],
    ['100 000 unknown members', one({ ...heading, ...many(100_000) })],
    ['a text of 1 MB', one({ type: 'text', html: 'x'.repeat(1_000_000) })],
  ];

  it.each(cases)('%s', (_name, design) => {
    // CPU time, because other work runs in parallel. Code that is quadratic in the number of members takes
    // minutes.
    const begin = process.cpuUsage();
    expect(refusal(design)).not.toBe('');
    const { user, system } = process.cpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(4000);
  });
});

it('null for any optional member of any block is the same as leaving it out (contract: Fields 4)', () => {
  for (const { schema, sample } of blockKinds)
    for (const [name, member] of Object.entries(schema.shape)) {
      if (name in sample || !(member as z.ZodType).safeParse(undefined).success) continue;
      expect(problemsOfDesign({ blocks: [{ ...sample, [name]: null }] }), name).toEqual([]);
      const [complete, expected] = [{ ...sample, [name]: null }, sample].map((block) =>
        completeDesign({ blocks: [block] }),
      );
      expect([sample['type'], name, complete]).toEqual([sample['type'], name, expected]);
    }
});
