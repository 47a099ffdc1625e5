import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findingsOf } from '../../../src/features/rendering/design/findings/findings.rules.ts';
import type { Json, JsonObject } from '../../../src/kernel/json.ts';
import { noMoreThan } from '../../harness/size.ts';
import { designs } from '../generated-designs.ts';
import { defaultFacts } from './facts.ts';

const json = fc.jsonValue() as fc.Arbitrary<Json>;

/** Blocks with any value in any member, as a draft may contain them before it is valid. */
const broken: fc.Arbitrary<JsonObject> = fc
  .array(
    fc.dictionary(
      fc.constantFrom(
        ...['type', 'html', 'alt', 'url', 'href', 'fileKey', 'level', 'fontSize', 'background', 'color'],
        ...['items', 'columns', 'blocks', 'else', 'source', 'as', 'ratio', 'showIf', 'width', 'limit'],
      ),
      fc.oneof(json, fc.constantFrom<Json>('image', 'columns', 'loop', 'menu', 'button', [{ blocks: [{}] }])),
    ),
  )
  .map((blocks) => ({ blocks }) as JsonObject);

const texts = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom('{{', '}}', '{%', '%}', '|', '"', "'", '<a ', 'href=', '>', '<!--', '</a>', ' if '),
    )
    .map((parts) => parts.join('')),
);

it('never throws for any design', () => {
  fc.assert(
    fc.property(fc.oneof(designs, broken, fc.dictionary(fc.string(), json)), texts, (design, text) => {
      const blocks = Array.isArray(design['blocks']) ? design['blocks'] : [];
      const written = { ...design, blocks: [...blocks, { type: 'text', html: text }] };
      findingsOf({ ...defaultFacts, design: design as JsonObject, subject: text });
      findingsOf({ ...defaultFacts, design: written, files: { a: { width: null, size: 1 } } });
      findingsOf({ ...defaultFacts, design: null, body: text, untranslated: [text], outdated: [text] });
    }),
    { numRuns: 300 },
  );
});

/** CPU time of the fastest of a few runs, in ms, so that other load on the machine is not measured. */
function quickest(design: JsonObject): number {
  const times = Array.from({ length: 8 }, () => {
    const begin = process.cpuUsage();
    findingsOf({ ...defaultFacts, design });
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

const paragraph =
  '<p>Your order <b>{{ variables.order.name }}</b> is on its way. <a href="{{ variables.url }}">See where it is</a>.</p>';

it('takes no noticeable time', () => {
  const hundred = Array.from({ length: 100 }, () => ({ type: 'text', html: paragraph.repeat(3) }));
  const took = quickest({ blocks: hundred });
  expect(took).toBeLessThan(noMoreThan(20));
});

const largest: [string, string][] = [
  ['words', paragraph.repeat(2000)],
  ['open tags', '<a '.repeat(80_000)],
  ['open quotation marks', '<a href="'.repeat(30_000)],
  ['open comments', '<!--'.repeat(60_000)],
  ['open braces', '{{'.repeat(100_000)],
  ['closed braces', '{{a}}'.repeat(50_000)],
  ['brackets', `{{ ${'a['.repeat(900)} }}`.repeat(100)],
  ['quotation marks in Liquid', `{{ ${`"'`.repeat(900)} }}`.repeat(100)],
  ['bars', `{{ ${'a|'.repeat(900)} }}`.repeat(100)],
  ['entities', '&nbsp'.repeat(50_000)],
  ['closed links', '<a href=#>a</a>'.repeat(15_000)],
  ['styles', `<p style="${'color:'.repeat(160)}">`.repeat(200)],
  ['titles', '<title>a</title>'.repeat(15_000)],
  ['spaces', ' '.repeat(250_000)],
];

it.each(largest)('is quick for the largest designs too: %s', (_name, html) => {
  const one = { blocks: [{ type: 'text', html }] };
  const pieces = Math.ceil(html.length / 200);
  const many = {
    blocks: Array.from({ length: 200 }, (_, i) => ({
      type: 'text',
      html: html.slice(i * pieces, (i + 1) * pieces),
    })),
  };
  expect(Math.max(quickest(one), quickest(many))).toBeLessThan(noMoreThan(100));
});
