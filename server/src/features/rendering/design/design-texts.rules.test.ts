import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { blockKinds } from './all-blocks.schema.ts';
import { isTextMember } from './design-texts.rules.ts';
import { hasTranslatableText } from './has-words.rules.ts';

/** Descriptions of members that hold text with Liquid, or a URL. */
const ABOUT_TEXT = /Plain text; can contain Liquid\.$|HTML with Liquid|Can contain Liquid\.$/;

interface Inner {
  def: { innerType?: Inner; element?: Inner; shape?: Record<string, Inner> };
  meta?: () => { description?: string } | undefined;
}

/** Each member of a block and of its entries, with whether its description declares it as text. */
function membersOf(shape: Record<string, unknown>): [name: string, isSaid: boolean][] {
  return Object.entries(shape).flatMap(([name, outer]) => {
    const about: string[] = [];
    let here = outer as Inner | undefined;
    for (; here; here = here.def.innerType ?? here.def.element) {
      about.push(here.meta?.()?.description ?? '');
      if (here.def.shape) return membersOf(here.def.shape);
    }
    return [[name, about.some((each) => ABOUT_TEXT.test(each))]];
  });
}

describe('text members', () => {
  test.each(blockKinds.map(({ type, schema }) => [type, schema] as [string, z.ZodObject]))(
    '%s: exactly the members that its schema describes as text',
    (_type, schema) => {
      const isBlocks = (name: string) => ['blocks', 'else', 'columns'].includes(name);
      for (const [name, isSaid] of membersOf(schema.shape))
        if (!isBlocks(name)) expect([name, isTextMember(name)]).toEqual([name, isSaid]);
    },
  );

  test('the schemas describe text members', () => {
    const all = blockKinds.flatMap(({ schema }) => membersOf(schema.shape));
    expect(new Set(all.filter(([, isSaid]) => isSaid).map(([name]) => name)).size).toBe(10);
  });
});

test.each([
  ['text', 'Hello', true],
  ['text', '你好', true],
  ['text', '', false],
  ['text', '{{ variables.order.name }}', false],
  ['text', '− {{ variables.order.discount }} %', false],
  ['text', '{% if variables.a %}yes{% endif %}', true],
  ['text', '{% raw %}no{% endraw %}', false],
  ['text', '{{ open', true],
  ['html', '<p class="x"><b>{{ variables.a }}</b>&nbsp;</p>', false],
  ['html', '<p>{{ variables.a }} pieces</p>', true],
  ['html', '<a href="{% if a > b %}x{% endif %}">{{ c }}</a>', false],
  ['url', 'https://shop.example', false],
  ['href', 'mailto:hello@shop.example', false],
])('words in %s %j: %s', (member, text, has) => {
  expect(hasTranslatableText(member, text)).toBe(has);
});

test('handles text of special characters in linear time', () => {
  for (const sign of ['<', '{{', '&', '<a', '{%'])
    expect(typeof hasTranslatableText('html', sign.repeat(50_000))).toBe('boolean');
});
