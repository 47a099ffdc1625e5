import fc from 'fast-check';

const words = fc.constantFrom(
  'tea',
  'a & b',
  'x < y',
  'é',
  '{{ variables.a | default: "<b>" }}',
  'two words ',
  '&nbsp;',
  '\n',
);
const attributes = fc.constantFrom(
  '',
  ' style="margin:8px 0"',
  ' title=\'{{ "a" }}\'',
  ' dir="rtl" lang="ar"',
);
const around = (tags: string[], inner: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom(...tags), attributes, inner)
    .map(([tag, own, html]) => `<${tag}${own}>${html}</${tag}>`);
const many = (inner: fc.Arbitrary<string>, minLength = 0) =>
  fc.array(inner, { minLength, maxLength: 3 }).map((all) => all.join(''));
const { flow } = fc.letrec<{ inline: string; flow: string; block: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small' },
    words,
    fc.constantFrom(
      '<br>',
      '<img src="https://a.test/a.png" alt="a">',
      '{% if variables.a %}',
      '{% endif %}',
    ),
    around(['b', 'em', 'span', 'sup', 'bdi'], many(tie('inline'), 1)),
    tie('inline').map((html) => `<a href="{{ variables.url }}?a=1&amp;b=2">${html}</a>`),
  ),
  block: fc.oneof(
    { depthSize: 'small' },
    around(['p', 'h1', 'h6'], many(tie('inline'))),
    around(['div', 'center', 'blockquote'], tie('flow')),
    around(['ul', 'ol'], many(around(['li'], tie('flow')), 1)),
    around(['table'], many(around(['tr'], many(around(['td', 'th'], tie('flow')), 1)), 1)),
    fc.constant('<hr>'),
  ),
  flow: many(fc.oneof({ depthSize: 'small' }, tie('inline'), tie('block'))),
}));

/** Formatted texts that the sanitizer accepts, well-formed or not. */
export const richTexts = flow;
