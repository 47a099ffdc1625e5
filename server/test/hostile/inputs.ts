/** The largest body is 2 MB, with 20 000 values. */
const LIMIT = 1_900_000;
const VALUES = 19_000;

const repeated = (unit: string) => unit.repeat(Math.floor(LIMIT / unit.length));
const many = (make: (i: number) => unknown, count = VALUES) =>
  Array.from({ length: count }, (_, i) => make(i));

/** The inputs that cost most to process, by what makes them expensive, at the largest accepted size. */
export const hostileValues: Record<string, () => unknown> = {
  tokens: () => many((i) => `sk_live_${i.toString(36).padStart(70, 'q')}Zz9`),
  'tokens by name': () => many((i) => ({ token: `v${i}-abcdefgh` }), VALUES / 2),
  'names that mask alike': () => Object.fromEntries(many((i) => i).map((i) => [`ab${i}@example.com`, 1])),
  masks: () => many(() => '********'),
  'small numbers': () => many(() => 1),
  'empty objects': () => many(() => ({}), VALUES / 2),
  'long names': () => Object.fromEntries(many((i) => i, 1_800).map((i) => [`${i}${'k'.repeat(1_000)}`, 1])),
  'a deep list': () => {
    let value: unknown = repeated('x');
    for (let i = 0; i < 60; i++) value = [value];
    return value;
  },
  letters: () => repeated('a'),
  escapes: () => repeated('%25&amp;=3D'),
  addresses: () => repeated('a@b.co '),
  people: () => repeated('Hi Maria Klein, '),
  quotes: () => repeated('\\"').slice(0, LIMIT / 2),
  tags: () => repeated("<a href='b'>"),
  queries: () => repeated('token=a&'),
  JSON: () => JSON.stringify(many((i) => ({ token: `t${i}` }))),
};
