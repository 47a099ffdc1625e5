import { type Cases, defaultFacts, FIRST, html, mail, withHeader, words } from './facts.ts';

const marketing = { companyDetails: 'Shop, 1 Road, Town' };

/** Cases for the email as a whole, its variables and its languages. */
export const mailCases = {
  'subject-empty': {
    breaks: [
      [mail([], { subject: ' ' }), 'subject'],
      [mail([], { subject: '{{ variables.a }}', shownSubject: '' }), 'subject'],
    ],
    keeps: [mail([]), mail([], { subject: '{{ variables.a }}', shownSubject: 'A' })],
  },
  'subject-long': {
    breaks: [[mail([], { subject: 'x'.repeat(71) }), 'subject']],
    keeps: [
      mail([], { subject: 'x'.repeat(70) }),
      mail([], { subject: '💌'.repeat(70) }),
      mail([], { subject: `{{ variables.${'x'.repeat(90)} }}`, shownSubject: 'Short' }),
      mail([], { subject: `{{ variables.${'x'.repeat(90)} | default: "" }}` }),
    ],
  },
  'preview-line-empty': { breaks: [[mail([], { previewText: ' ' }), 'previewText']], keeps: [mail([])] },
  'company-details-missing': {
    breaks: [[mail([], { footer: { companyDetails: ' ' } }), 'marketingTexts.companyDetails']],
    keeps: [mail([]), mail([], { footer: marketing })],
  },
  'unsubscribe-missing': {
    breaks: [[mail([], { footer: marketing, isLinkAdded: true }), 'marketingTexts.unsubscribeText']],
    keeps: [mail([], { footer: marketing }), mail([], { isLinkAdded: true })],
  },
  'mail-too-large': {
    breaks: [
      [mail([{ type: 'text', html: 'y'.repeat(90_000) }], { htmlBytes: 105_000 }), FIRST],
      [{ ...defaultFacts, design: null, body: '<p>Hello</p>', htmlBytes: 105_000 }, 'body'],
    ],
    keeps: [mail([], { htmlBytes: 104_000 }), mail([], { htmlBytes: null })],
  },
  'mail-large': {
    breaks: [
      [
        mail(
          [
            words,
            { type: 'loop', source: 'variables.lines', blocks: [{ type: 'text', html: '<p>Short</p>' }] },
          ],
          { htmlBytes: 95_000, variables: { lines: Array.from({ length: 200 }, () => ({})) } },
        ),
        'bodyDesign.blocks[2].blocks[0]',
      ],
    ],
    keeps: [mail([], { htmlBytes: 92_000 }), mail([], { htmlBytes: 105_000 })],
  },
  'variable-unknown': {
    breaks: [
      [html('<p>{{ order.name }}</p>'), `${FIRST}.html`],
      [mail([], { subject: '{{ order.name | default: "x" }}' }), 'subject'],
      [mail([{ ...words, showIf: 'order.gift' }]), `${FIRST}.showIf`],
      [html('<p>{{ variables.a | append: order.name }}</p>'), `${FIRST}.html`],
    ],
    keeps: [
      html('<p>{% assign order = variables.order %}{{ order.name }}</p>'),
      html(
        '<p>{% for line in variables.lines limit: 3 %}{{ line.title }} {{ forloop.index }}{% endfor %}</p>',
      ),
      html('<p>{{ "order.name" }} {% raw %}{{ order.name }}{% endraw %} {{ secrets.A }} {{ true }}</p>'),
      html('<p>{{ variables.a | date: "%d", timezone: variables.b }} {{ unsubscribe_url }}</p>'),
      mail([
        { type: 'loop', source: 'variables.lines', blocks: [{ type: 'text', html: '<p>{{ item.a }}</p>' }] },
      ]),
      withHeader(
        [{ type: 'text', html: '{% capture mine %}a{% endcapture %}' }],
        [{ type: 'text', html: '<p>{{ mine }}</p>' }],
      ),
      // Broken Liquid is an error, which is reported elsewhere.
      html('<p>{{ order.name </p>'),
    ],
  },
  'variable-missing': {
    breaks: [
      [html('<p>{{ variables.order.name }}</p>'), `${FIRST}.html`],
      [mail([{ ...words, html: '<p>{{ variables.a }}</p>' }], { missing: ['variables.a'] }), `${FIRST}.html`],
      [
        mail([{ ...words, html: '<p>{{ "x" | append: variables.a }}</p>' }], { missing: ['variables.a'] }),
        `${FIRST}.html`,
      ],
    ],
    keeps: [
      mail([{ ...words, html: '<p>{{ variables.order.name }}</p>' }], {
        variables: { order: { name: 'A' } },
      }),
      html('<p>{{ variables.order.name | default: "friend" }}</p>'),
      html('<p>{% if variables.order %}{{ variables.order.name }}{% endif %}</p>'),
      mail([{ ...words, html: '<p>{{ variables.a }}</p>' }], { missing: [] }),
    ],
  },
  'default-missing': {
    breaks: [
      [mail([{ ...words, html: '<p>{{ variables.a }}</p>' }], { variables: { a: 'A' } }), `${FIRST}.html`],
    ],
    keeps: [
      mail([{ ...words, html: '<p>{{ variables.a }}</p>' }], {
        variables: { a: 'A' },
        requiredVariables: ['a'],
      }),
      mail([{ ...words, html: '<p>{{ variables.a | default: "" }}</p>' }], { variables: { a: 'A' } }),
      mail([{ ...words, html: '<p>{{ variables.a }}</p>', showIf: 'variables.a' }], {
        variables: { a: 'A' },
      }),
      mail([{ ...words, html: '<p>{{ variables.a }}</p>' }], { missing: ['variables.a'] }),
    ],
  },
  'language-incomplete': {
    breaks: [[mail([], { untranslated: ['subject'] }), 'subject']],
    keeps: [mail([], { outdated: ['subject'] })],
  },
  'language-outdated': {
    breaks: [[mail([], { outdated: ['bodyDesign.blocks[0].html'] }), 'bodyDesign.blocks[0].html']],
    keeps: [mail([])],
  },
  'structure-differs': {
    breaks: [
      [mail([], { mainDesign: { blocks: [words, words] } }), 'bodyDesign'],
      [mail([words], { mainDesign: { blocks: [words] } }), 'bodyDesign'],
    ],
    keeps: [mail([words]), mail([], { mainDesign: { blocks: [{ ...words, html: '<p>Danke</p>' }] } })],
  },
} satisfies Record<string, Cases>;
