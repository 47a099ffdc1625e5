import type { MarkedMailJob } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import { expect, test } from 'vitest';
import { ChipFiller } from './fill-chips.rules.ts';

const jobOf = (blocks: object[], variables: object) =>
  ({ design: { blocks }, variables, locale: 'en' }) as unknown as MarkedMailJob;
const filled = (blocks: object[], variables: object = {}, hasTime = () => true) =>
  new ChipFiller().fill(jobOf(blocks, variables), hasTime);

test('renders values with their filters, in loops those of the first entry', () => {
  const products = [{ price: '4.50' }, { price: '9' }];
  const found = filled(
    [
      { type: 'heading', text: 'Hi {{ variables.name | upcase }}, {{ variables.name }}' },
      {
        ...{ type: 'loop', source: 'variables.products' },
        blocks: [{ type: 'text', html: '<p>{{ item.price | money: "EUR" }}</p>' }],
      },
      { type: 'summary', rows: [{ label: 'x', value: '{{ variables.none | default: "nothing" }}' }] },
    ],
    { name: 'Maria', products },
  );
  expect(found).toEqual({
    '{{ variables.name | upcase }}': 'MARIA',
    '{% for item in variables.products limit: 1 %}{{ item.price | money: "EUR" }}{% endfor %}': '€4.50',
    '{{ variables.none | default: "nothing" }}': 'nothing',
  });
});

test('omits unclosed, failing and oversized Liquid', () => {
  expect(filled([{ type: 'text', html: '{{ a | upcase' }])).toEqual({});
  expect(filled([{ type: 'text', html: '{{ "a" | no_such_filter }}' }])).toEqual({
    '{{ "a" | no_such_filter }}': '',
  });
  expect(filled([{ type: 'text', html: '{{ 1 | plus: 1 }}' }], {}, () => false)).toEqual({});
  const many = Array.from({ length: 1000 }, (_, i) => `{{ ${i} | plus: 1 }}`).join('');
  expect(Object.keys(filled([{ type: 'text', html: many }])).length).toBeLessThan(200);
});

test('caches values until the data changes', () => {
  const chips = new ChipFiller();
  const blocks = [{ type: 'text', html: '{{ variables.a | upcase }}' }];
  const text = '{{ variables.a | upcase }}';
  let asked = 0;
  const count = () => ++asked > 0;
  expect(chips.fill(jobOf(blocks, { a: 'x' }), count)).toEqual({ [text]: 'X' });
  expect(chips.fill(jobOf(blocks, { a: 'x' }), count)).toEqual({ [text]: 'X' });
  expect(asked).toBe(1);
  expect(chips.fill(jobOf(blocks, { a: 'y' }), count)).toEqual({ [text]: 'Y' });
  expect(asked).toBe(2);
});
