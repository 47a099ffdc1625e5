import { button, closing, heading, logo, looks, space, text } from './parts.rules.ts';
import { starter } from './starter.rules.ts';

export const newsletterStory = starter({
  category: 'marketing',
  requires: [
    'issue.number',
    'issue.date',
    'issue.author',
    'story.title',
    'story.intro',
    'story.text',
    'story.url',
  ],
  texts: {
    en: {
      subject: '{{ variables.story.title }}',
      previewText: '{{ variables.story.intro }}',
      issue: 'Letter no. {{ variables.issue.number }} · {{ variables.issue.date | date: "long" }}',
      greeting: 'Dear {{ variables.customer.first_name | default: "reader" }},',
      quoted: '“{{ variables.story.quote }}”',
      read: 'Read the whole story',
      more: 'In other news',
      regards: 'Until next month,<br><b>{{ variables.issue.author }}</b>',
      closing: 'Reply whenever you like. We read every answer.',
      story: {
        title: 'Nine hundred degrees, and then we wait',
        intro: 'What happens in the kiln during the two days in which nobody may open it.',
        text: 'On Monday evening we closed the door on four hundred plates. Inside it was warmer than any summer, and all that was left for us to do was to sleep badly.\n\nOn Wednesday we opened it by a hand’s width. The first glimpse tells you everything: if the cream has its speckles, the whole firing is good.',
        quote: 'You cannot hurry clay. You can only be ready for it.',
      },
      news: {
        open: {
          title: 'Open day on 5 December',
          text: 'Come and throw a mug of your own. There is soup.',
        },
        repair: {
          title: 'We mend what is chipped',
          text: 'Bring it or send it; most of it takes a week.',
        },
      },
    },
    de: {
      subject: '{{ variables.story.title }}',
      previewText: '{{ variables.story.intro }}',
      issue: 'Brief Nr. {{ variables.issue.number }} · {{ variables.issue.date | date: "long" }}',
      greeting:
        'Guten Tag{% if variables.customer.first_name != blank %} {{ variables.customer.first_name }}{% endif %},',
      quoted: '„{{ variables.story.quote }}“',
      read: 'Die ganze Geschichte lesen',
      more: 'Außerdem',
      regards: 'Bis nächsten Monat<br><b>{{ variables.issue.author }}</b>',
      closing: 'Antworten Sie, wann immer Sie mögen. Wir lesen jede Zeile.',
      story: {
        title: 'Neunhundert Grad, und dann warten wir',
        intro: 'Was in den zwei Tagen im Ofen geschieht, in denen ihn niemand öffnen darf.',
        text: 'Am Montagabend haben wir die Tür hinter vierhundert Tellern geschlossen. Drinnen war es heißer als in jedem Sommer, und uns blieb nur, schlecht zu schlafen.\n\nAm Mittwoch haben wir sie eine Handbreit geöffnet. Der erste Blick verrät alles: Hat die Creme ihre Sprenkel, ist der ganze Brand gelungen.',
        quote: 'Ton lässt sich nicht drängen. Man kann nur bereit sein.',
      },
      news: {
        open: {
          title: 'Offene Werkstatt am 5. Dezember',
          text: 'Drehen Sie einen eigenen Becher. Es gibt Suppe.',
        },
        repair: {
          title: 'Wir richten, was angeschlagen ist',
          text: 'Bringen oder schicken Sie es; meist dauert es eine Woche.',
        },
      },
    },
  },
  design: (t, { shop, customer }) => ({
    global: { ...looks.letter, fontSize: 17, lineHeight: 1.6, width: 560 },
    header: { blocks: [logo('start'), text(`<p>${t.issue}</p>`, { fontSize: 14, ...space(0, 8) })] },
    blocks: [
      { type: 'divider', padding: { top: 0, bottom: 0 } },
      heading('{{ variables.story.title }}', 1, space(28, 12)),
      {
        type: 'image',
        showIf: 'variables.story.image_url != blank',
        url: '{{ variables.story.image_url }}',
        alt: '{{ variables.story.title }}',
        href: '{{ variables.story.url }}',
      },
      text(`<p>${t.greeting}</p><p>{{ variables.story.text | newline_to_br }}</p>`),
      heading(t.quoted, 2, {
        showIf: 'variables.story.quote != blank',
        padding: { top: 20, bottom: 20, start: 48, end: 48 },
      }),
      button(t.read, '{{ variables.story.url }}', { align: 'start', ...space(6, 24) }),
      text(`<p>${t.regards}</p>`, space(0, 28)),
      { type: 'divider', padding: { top: 0, bottom: 0 } },
      heading(t.more, 3, space(24, 4)),
      {
        type: 'loop',
        source: 'variables.news',
        as: 'news',
        limit: 6,
        blocks: [
          // The title is the link: "read on" would not say where it leads.
          text('<p><b><a href="{{ news.url }}">{{ news.title }}</a></b><br>{{ news.text }}</p>', space(8, 8)),
        ],
      },
      { type: 'spacer', height: 16 },
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      customer,
      issue: { number: 14, date: '2026-11-08T08:00:00Z', author: shop.name },
      story: { ...t.story, url: 'https://shop.example/letters/14', image_url: '' },
      news: [
        { ...t.news.open, url: 'https://shop.example/open-day' },
        { ...t.news.repair, url: 'https://shop.example/repair' },
      ],
    },
  }),
});
