import { describe, expect, it } from 'vitest';
import { findLiquidUses } from './uses-of-liquid.rules.ts';

const cases: [text: string, secrets: string[], variables: string[]][] = [
  ['plain', [], []],
  ['{{ variables.a }}{{ variables.a }}', [], ['variables.a']],
  ['{{ secrets.A }}{{ secrets.B }}{{- secrets.A -}}', ['A', 'B'], []],
  [
    '{% if variables.x %}{{ secrets.A }}{% else %}{{ variables.y.z }}{% endif %}',
    ['A'],
    ['variables.x', 'variables.y.z'],
  ],
  ['{% for i in variables.items %}{{ i.title }}{{ secrets.A }}{% endfor %}', ['A'], ['variables.items']],
  ['{{ variables.items[0]["first name"].x }}', [], ['variables.items[0]["first name"].x']],
  [
    '{{ variables.prices[variables.currency] }}',
    [],
    ['variables.prices[variables.currency]', 'variables.currency'],
  ],
  ['{{ "a" | append: variables.b | default: variables.c }}', [], ['variables.b', 'variables.c']],
  ['{% assign a = variables.b %}{{ a.c }}', [], ['variables.b']],
  ['{% capture a %}{{ variables.b }}{% endcapture %}{{ a }}', [], ['variables.b']],
  ['{% liquid\n echo variables.b\n%}', [], ['variables.b']],
  ['{{ order.id }}{{ unsubscribe_link }}', [], ['order.id', 'unsubscribe_link']],
  ['{% raw %}{{ secrets.A }}{% endraw %}{% comment %}{{ variables.b }}{% endcomment %}', [], []],
  ['{{ variables.secrets.A }}', [], ['variables.secrets.A']],
];

describe('a text uses', () => {
  it.each(cases)('%j', (text, secrets, variables) => {
    expect(findLiquidUses(text)).toEqual({ secrets, variables });
  });

  it('nothing if it does not parse', () => {
    expect(findLiquidUses('{{ secrets | json }}{{ a')).toEqual({
      reason: 'Liquid: "{{" not closed by "}}", line 1, column 21',
    });
  });
});
