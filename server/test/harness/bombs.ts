/** Large but harmless; on a slow machine it may be stopped instead. */
const readOrStopped = /^$|^Liquid: takes too long to parse$/;
export const PARSE_TIMEOUT = 'Liquid: takes too long to parse';

/** Texts that keep the bare engine busy, or overflow its stack, while it parses. */
export const parseBombs: [name: string, text: string, reason: RegExp][] = [
  ['33 000 outputs', '{{a}}x'.repeat(33_000), /more than 5000 tags$/],
  ['5000 outputs', '{{a}}x'.repeat(5000), readOrStopped],
  ['20 000-deep if', '{%if a%}'.repeat(20_000), /more than 5000 tags$/],
  ['2500-deep if', '{%if a%}'.repeat(2500) + '{%endif%}'.repeat(2500), /nested more than 100 deep/],
  ['28 000 lines in one tag', `{% liquid\n${'echo a\n'.repeat(28_000)}%}`, /more than 5000 tags$/],
  ['28 000 tags in one tag', `{% liquid ${'liquid '.repeat(28_000)}%}`, /nested more than 100 deep/],
  [
    '66 000 nested brackets',
    `{{ a${'[a'.repeat(66_000)}${']'.repeat(66_000)}}}`,
    /value nested more than 10 deep/,
  ],
  ['190 000 parentheses', `{{ ${'('.repeat(190_000)} }}`, /value nested more than 10 deep/],
  ['28 000 filters', `{{ a ${'|upcase'.repeat(28_000)} }}`, readOrStopped],
  ['39 000 conditions', `{% if a ${'or a '.repeat(39_000)} %}{% endif %}`, readOrStopped],
  ['95 000 values', `{% cycle a${',a'.repeat(95_000)} %}`, readOrStopped],
  ['190 000 backslashes', `{{ "${'\\'.repeat(190_000)}" }}`, readOrStopped],
  [
    '190 000 blank lines in a comment',
    `{%# x${'\n'.repeat(190_000)}# %}`,
    /^Liquid: takes too long to parse$/,
  ],
  ['a text of 2 MB', '{{ a }}'.repeat(300_000), /^Liquid: text longer than 200000 characters$/],
];

/** Bombs that explode when rendered; parsing must only read them. */
export const renderBombs: [name: string, text: string][] = [
  ['range', '{% for i in (1..1000000000) %}{{ i }}{% endfor %}'],
  ['nested for', `${'{% for i in (1..100000) %}'.repeat(9)}x${'{% endfor %}'.repeat(9)}`],
  ['append doubling', `{% assign a = "x" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`],
  [
    'capture doubling',
    `{% assign a = "x" %}${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(30)}{{ a }}`,
  ],
  ['replace', `{% assign a = "x" %}${'{% assign a = a | replace: "x", "xxxxxxxxxx" %}'.repeat(20)}{{ a }}`],
  ['contains chain', `{% if a contains b ${'or a contains b '.repeat(1000)} %}x{% endif %}`],
  ['tablerow', '{% tablerow i in (1..100000000) cols: 3 %}{{ i }}{% endtablerow %}'],
];

/** Bombs without braces, which fit into conditions and sources. */
export const valueBombs: [name: string, text: string][] = [
  ['range', '(1..1000000000)'],
  ['range of ranges', '(1..(1..1000000000))'],
  ['contains chain', `variables.a contains "a"${' or variables.a contains "b"'.repeat(30)}`],
  ['brackets', `a${'[a'.repeat(200)}${']'.repeat(200)}`],
  ['closing the tag', 'a %}{% for i in (1..1000000000) %}{{ i }}{% endfor %}{% if a'],
];

/** Small enough for a subject. */
export const smallBombs: [name: string, text: string][] = [
  [
    'append doubling',
    `{%assign a="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"%}${'{%assign a=a|append:a%}'.repeat(30)}{{a}}`,
  ],
  ['replace', `{%assign a="xxxxxxxxxx"%}${'{%assign a=a|replace:"x",a%}'.repeat(20)}{{a}}`],
  [
    'capture and contains',
    `{%capture a%}{%for i in (1..100000)%}xxxxxxxxxx{%endfor%}{%endcapture%}{%if a contains "y"${' or a contains "xy"'.repeat(12)}%}{%endif%}`,
  ],
  [
    'split and join',
    `{{ "${'a,'.repeat(300)}" | split: "," | join: "${'b'.repeat(300)}" | split: "" | sort }}`,
  ],
];
