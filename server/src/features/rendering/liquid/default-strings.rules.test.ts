import { expect, test } from 'vitest';
import {
  defaultPairsOf,
  defaultStringsOf,
  keepsDefaults,
  sameButDefaults,
  withDefaultString,
} from './default-strings.rules.ts';

const words = (text: string) => defaultStringsOf(text).map((each) => each.text);

test('finds the default words of outputs, in order', () => {
  expect(words('Hi {{ variables.name | default: "there" }}, {{- a|upcase|default:\'you\' -}}!')).toEqual([
    ...['there', 'you'],
  ]);
  expect(words('{{ a | default: "one" | append: b | default: "two" }}')).toEqual(['one', 'two']);
});

test.each([
  ['tags of Liquid', '{% assign a = b | default: "there" %}'],
  ['another string', '{{ a | append: \'| default: "there"\' }}'],
  ['a variable', '{{ a | default: b }}'],
  ['no words', '{{ a | default: "" }}{{ a | default: "12.50" }}'],
  [
    'an address',
    '{{ a | default: "https://shop.example" }}{{ a | default: "/cart" }}{{ a | default: "#fff" }}',
  ],
  ['a tag of HTML', '<a style="color: {{ a | default: \'red\' }}">x</a>'],
  [
    'raw text and comments',
    '{% raw %}{{ a | default: "x" }}{% endraw %}{% comment %}{{ a | default: "x" }}{% endcomment %}',
  ],
  ['Liquid that is not closed', '{{ a | default: "there"'],
])('finds nothing in %s', (_what, text) => {
  expect(words(text)).toEqual([]);
});

test('replaces one default and leaves everything else unchanged', () => {
  const text = 'Hi {{ a | default: "there" }} and {{ b | default: \'you\' | upcase }}';
  const [first, second] = defaultStringsOf(text);
  if (!first || !second) throw new Error('no defaults');
  expect(withDefaultString(text, second, 'Sie')).toBe(
    'Hi {{ a | default: "there" }} and {{ b | default: \'Sie\' | upcase }}',
  );
  expect(withDefaultString(text, first, 'liebe Kundin')).toContain('default: "liebe Kundin" }}');
});

test.each(['a "b" c', "it's", 'a }} b', '{% if %}', 'a\\', 'a\nb'])(
  'writes %j so that the Liquid around it remains closed',
  (typed) => {
    for (const quote of ['"', "'"]) {
      const text = `Hi {{ a | default: ${quote}there${quote} }}!`;
      const written = withDefaultString(text, defaultStringsOf(text)[0] as never, typed);
      expect(defaultStringsOf(written)).toHaveLength(1);
      expect(written.endsWith(`${quote} }}!`)).toBe(true);
    }
  },
);

test('pairs each default with that of its source, even if it is empty', () => {
  const pairs = defaultPairsOf(
    '{{ a | default: "" }} {{ b | default: "12" }} {{ c | default: "Sie" }}',
    '{{ a | default: "there" }} {{ b | default: "9" }} {{ c | default: "you" }}',
  );
  expect(pairs.map(({ own, source }) => [own.text, source])).toEqual([
    ['', 'there'],
    ['Sie', 'you'],
  ]);
});

test('detects whether two texts differ only in their defaults', () => {
  const text = 'Hi {{ a | default: "there" }}';
  expect(sameButDefaults(text, 'Hi {{ a | default: "Sie" }}')).toBe(true);
  expect(sameButDefaults(text, 'Hallo {{ a | default: "there" }}')).toBe(false);
  expect(keepsDefaults('Hallo {{ a | default: "there" }}', text)).toBe(true);
  expect(keepsDefaults('Hallo {{ a | default: "Sie" }}', text)).toBe(false);
});
