import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import {
  compileDesign,
  compileMarkedDesign,
  emptyJob,
} from '../../src/features/rendering/design/compile-design.rules.ts';
import { isOtherPage, pageDigest } from '../../src/features/rendering/design/page-digest.rules.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { DesignJob } from '../../src/kernel/ports.ts';
import { isFullSize } from '../harness/size.ts';
import { designs } from './generated-designs.ts';
import { FOOTER_PRESET, footerPreset, layouts } from './layouts.ts';

const jobOf = (design: JsonObject, locale = 'en'): DesignJob => ({
  ...emptyJob,
  ...{
    design,
    locale,
    previewText: 'Soon {{ variables.order.name }}',
    logoUrl: 'https://mail.test/logo.png',
  },
  files: { 'files/mug.png': 'https://mail.test/mug.png', 'files/still.png': 'https://mail.test/still.png' },
  presets: { [FOOTER_PRESET]: footerPreset.blocks },
});

async function both(job: DesignJob) {
  const [plain, marked] = await Promise.all([compileDesign(job), compileMarkedDesign(job, true)]);
  if ('problems' in plain || 'problems' in marked) throw new Error(JSON.stringify([plain, marked]));
  return { sent: plain.html, text: plain.text, marked };
}

const at = (design: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], design);

const whole = [
  ...starterDesigns.en.map(({ key, bodyDesign }) => [key, bodyDesign as JsonObject] as const),
  ...Object.entries(layouts).map(([name, { design }]) => [name, design] as const),
];

describe('an email with block marks', () => {
  it.each(whole.flatMap(([name, design]) => ['en', 'ar'].map((locale) => [name, locale, design] as const)))(
    '%s in %s: without its marks, it equals the sent email byte for byte',
    async (_name, locale, design) => {
      const { sent, text, marked } = await both(jobOf(design, locale));
      expect(marked.text).toBe(text);
      expect(marked.html).not.toBe(sent);
      expect(BlockMarks.takeOut(marked)).toBe(sent);
      const job = jobOf(design, locale);
      expect(isOtherPage(pageDigest(job, sent), job, () => BlockMarks.takeOut(marked))).toBe(false);
      expect(isOtherPage(pageDigest(job, sent), job, () => marked.html)).toBe(true);
    },
  );

  it('the same holds for any design, also with texts that look like marks', async () => {
    await fc.assert(
      fc.asyncProperty(designs, async (design) => {
        const { sent, marked } = await both(jobOf(design));
        expect(BlockMarks.takeOut(marked)).toBe(sent);
      }),
      { numRuns: isFullSize ? 500 : 25 },
    );
  });

  it.each([
    { type: 'text', html: ' spaced ' },
    { type: 'text', html: '\n' },
    { type: 'html', html: '{{ variables.order.name }}\n' },
    { type: 'button', label: ' Go ', url: 'https://x.test' },
    { type: 'heading', text: ' Hello ' },
    { type: 'menu', items: [{ label: ' Shop ', url: 'https://x.test' }] },
  ])('and for whitespace at the ends of a text, which MJML removes from some: $type', async (block) => {
    const { sent, marked } = await both(jobOf({ blocks: [block] }));
    expect(BlockMarks.takeOut(marked)).toBe(sent);
  });

  it('each number maps to its block, and each comment to its field', async () => {
    const design = {
      header: { preset: FOOTER_PRESET },
      blocks: [
        { type: 'heading', text: 'Hello' },
        {
          type: 'columns',
          columns: [
            { blocks: [{ type: 'button', label: 'Left', url: 'https://x.test' }] },
            {
              blocks: [
                { type: 'loop', source: 'variables.a', blocks: [{ type: 'text', html: '<p>In</p>' }] },
              ],
            },
          ],
        },
        {
          type: 'menu',
          items: [
            { label: 'One', url: 'https://x.test' },
            { label: 'Two', url: 'https://x.test' },
          ],
        },
      ],
    } as unknown as JsonObject;
    const { marked } = await both(jobOf(design));
    const { html, word, places } = marked;
    const ofOwn = places.filter(([side]) => side === 'blocks');
    expect(ofOwn.map((path) => (at(design, path) as { type: string }).type)).toEqual([
      ...['heading', 'columns', 'button', 'loop', 'text', 'menu'],
    ]);
    expect(places.filter(([side]) => side === 'header')).toHaveLength(3);
    const said = [
      ...html.matchAll(new RegExp(`<!--${word}(\\d+) ([\\w.]+)-->(.*?)<!--/${word}\\1-->`, 'gs')),
    ];
    const found = said.flatMap(([, number, field, text]) => {
      const path = places[Number(number)] ?? [];
      return path[0] === 'blocks' ? [[at(design, [...path, ...String(field).split('.')]), text]] : [];
    });
    expect(found).toEqual([
      ['Hello', 'Hello'],
      ['Left', 'Left'],
      ['<p>In</p>', '<p>In</p>'],
      ['One', 'One'],
      ['Two', 'Two'],
    ]);
    for (const [number, path] of places.entries())
      if (path[0] === 'blocks' && (at(design, path) as { type: string }).type !== 'loop')
        expect(html).toMatch(new RegExp(`class="(?:[\\w-]+ )*${word}${number}"`));
  });

  it('reports the problems of the sent email', async () => {
    const job = jobOf({
      blocks: [
        { type: 'heading', text: '{{ a' },
        { type: 'image', url: 'https://{% x' },
      ],
    });
    const [plain, marked] = await Promise.all([compileDesign(job), compileMarkedDesign(job)]);
    expect(marked).toEqual(plain);
    expect(marked).toHaveProperty('problems.0.path', ['bodyDesign', 'blocks', 0, 'text']);
  });
});
