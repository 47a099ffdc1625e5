import { type Cases, defaultFacts, FIRST, html, mail, withHeader, words } from './facts.ts';

const file = { fileKey: 'k', type: 'image', alt: 'A cup' };
const fileFacts = (width: number, size: number) => ({ files: { k: { width, size } } });

/** Cases for what a reader sees. */
export const appearanceCases = {
  'alt-missing': {
    breaks: [
      [mail([{ type: 'image', url: 'https://a.example/a.png' }]), `${FIRST}.alt`],
      [mail([{ type: 'logo' }]), `${FIRST}.alt`],
      [html('<p>Look: <img src="https://a.example/a.png"></p>'), `${FIRST}.html`],
      [{ ...defaultFacts, design: null, body: '<p>Hi <img src="https://a.example/a.png"></p>' }, 'body'],
    ],
    keeps: [
      mail([{ type: 'image', url: 'https://a.example/a.png', alt: '' }]),
      mail([{ type: 'image', url: 'https://a.example/a.png', alt: 'A cup' }]),
      mail([{ type: 'image' }]),
      html('<p>Look: <img src="https://a.example/a.png" alt=""><img src="https://a.example/b.png" alt></p>'),
    ],
  },
  'picture-heavy': {
    breaks: [[mail([file], fileFacts(600, 600_000)), `${FIRST}.fileKey`]],
    keeps: [mail([file], fileFacts(600, 500_000)), mail([file])],
  },
  'picture-wide': {
    breaks: [
      [mail([file], fileFacts(1300, 100_000)), `${FIRST}.fileKey`],
      [mail([{ ...file, width: 100 }], fileFacts(300, 100_000)), `${FIRST}.fileKey`],
      [
        mail([{ type: 'columns', columns: [{ blocks: [file] }, { blocks: [] }] }], fileFacts(700, 100_000)),
        `${FIRST}.columns[0].blocks[0].fileKey`,
      ],
    ],
    keeps: [mail([file], fileFacts(1200, 100_000)), mail([file], fileFacts(4000, 20_000))],
  },
  contrast: {
    breaks: [
      [mail([{ type: 'heading', text: 'Pale', color: '#dddddd' }]), `${FIRST}.color`],
      [
        mail([
          { type: 'button', label: 'Buy it', url: 'https://a.example', fill: '#ffff00', color: '#ffffff' },
        ]),
        `${FIRST}.color`,
      ],
      [mail([{ ...words, background: '#d9534f' }]), `${FIRST}.background`],
      [
        mail([
          { type: 'columns', background: '#d9534f', columns: [{ blocks: [words] }, { blocks: [words] }] },
        ]),
        `${FIRST}.background`,
      ],
      [html('<p style="color:#ccc">Pale</p>'), `${FIRST}.html`],
      [mail([], {}, { textColor: '#cccccc' }), 'bodyDesign.global.textColor'],
      [
        mail(
          [{ type: 'button', label: 'Buy it', url: 'https://a.example' }],
          {},
          { buttonFill: '#fff', buttonColor: '#eee' },
        ),
        'bodyDesign.global.buttonColor',
      ],
      [
        mail(
          [{ type: 'menu', items: [{ label: 'New', url: 'https://a.example' }] }],
          {},
          { linkColor: '#aaccee' },
        ),
        'bodyDesign.global.linkColor',
      ],
      [
        {
          ...mail([]),
          design: { blocks: [words], footer: { blocks: [words] }, global: { background: '#777777' } },
        },
        'bodyDesign.global.background',
      ],
    ],
    keeps: [
      mail([{ type: 'heading', text: 'Fine', color: '#333333' }]),
      // Large text needs less contrast.
      mail([{ type: 'heading', level: 1, text: 'Large', color: '#8a8a8a' }]),
      mail([{ ...words, background: '#101010' }]),
      html('<p style="color:#ccc;background-color:#111">On its own ground</p>'),
      // No text is shown in it.
      mail([], {}, { linkColor: '#aaccee' }),
    ],
  },
  'link-empty': {
    breaks: [
      [mail([{ type: 'button', label: 'Buy it', url: '#' }]), `${FIRST}.url`],
      [mail([{ type: 'button', label: 'Buy it' }]), `${FIRST}.url`],
      [html('<p><a href="">Shop</a></p>'), `${FIRST}.html`],
      [html('<p><a>Shop</a></p>'), `${FIRST}.html`],
      [mail([{ type: 'menu', items: [{ label: 'New', url: '#' }] }]), `${FIRST}.items[0].url`],
      [mail([{ type: 'image', url: 'https://a.example/a.png', alt: 'A', href: '#' }]), `${FIRST}.href`],
    ],
    keeps: [
      mail([{ type: 'button', label: 'Buy it', url: '{{ variables.url }}' }]),
      html('<p><a href="#top">Top</a> <a name="top">Begin</a> <a href="{{ variables.url }}">Shop</a></p>'),
      mail([{ type: 'image', url: 'https://a.example/a.png', alt: 'A' }]),
    ],
  },
  'link-unnamed': {
    breaks: [
      [mail([{ type: 'button', label: ' ', url: 'https://a.example' }]), `${FIRST}.label`],
      [
        html('<p><a href="https://a.example"><img src="https://a.example/a.png" alt=""></a></p>'),
        `${FIRST}.html`,
      ],
      [
        mail([{ type: 'image', url: 'https://a.example/a.png', alt: '', href: 'https://a.example' }]),
        `${FIRST}.alt`,
      ],
    ],
    keeps: [
      mail([{ type: 'button', label: '{{ variables.label }}', url: 'https://a.example' }]),
      html('<p><a href="https://a.example"><img src="https://a.example/a.png" alt="Shop"></a></p>'),
    ],
  },
  'link-vague': {
    breaks: [
      [html('<p>For your order <a href="https://a.example"><b>Click here</b>!</a></p>'), `${FIRST}.html`],
      [mail([{ type: 'button', label: 'Hier klicken »', url: 'https://a.example' }]), `${FIRST}.label`],
    ],
    keeps: [
      html('<p><a href="https://a.example">Click here to see your order</a></p>'),
      mail([{ type: 'button', label: 'Zur Bestellung', url: 'https://a.example' }]),
    ],
  },
  'heading-order': {
    breaks: [
      [
        mail([
          { type: 'heading', text: 'A', level: 1 },
          { type: 'heading', text: 'B', level: 3 },
        ]),
        'bodyDesign.blocks[2].level',
      ],
      [
        mail([
          { type: 'heading', text: 'A', level: 1, showIf: 'variables.a' },
          { type: 'text', html: '<h4>B</h4>', showIf: 'variables.a' },
        ]),
        'bodyDesign.blocks[2].html',
      ],
      [{ ...defaultFacts, design: null, body: '<h1>A</h1><h3>B</h3>' }, 'body'],
    ],
    keeps: [
      mail([
        { type: 'heading', text: 'A', level: 1 },
        { type: 'heading', text: 'B' },
        { type: 'heading', text: 'C', level: 1 },
      ]),
      mail([{ type: 'heading', text: 'A', level: 3 }]),
    ],
  },
  'text-small': {
    breaks: [
      [html('<p>Small</p>', { fontSize: 11 }), `${FIRST}.fontSize`],
      [html('<p><span style="font-size: 9.5px">Small</span></p>'), `${FIRST}.html`],
      [
        mail([{ type: 'coupon', code: 'A', label: 'Ten off' }], {}, { fontSize: 13 }),
        'bodyDesign.global.fontSize',
      ],
    ],
    keeps: [
      html('<p><span style="font-size:12px">Small</span></p>', { fontSize: 12 }),
      mail([{ type: 'coupon', code: 'A' }], {}, { fontSize: 13 }),
    ],
  },
  'plain-text-empty': {
    breaks: [
      [{ ...defaultFacts, design: { blocks: [] } }, 'bodyDesign'],
      [
        {
          ...defaultFacts,
          design: {
            blocks: [
              { type: 'image', url: 'https://a.example/a.png', alt: 'All words are in the picture' },
              { type: 'button', label: 'Shop now', url: 'https://a.example' },
            ],
          },
        },
        'bodyDesign',
      ],
      [{ ...defaultFacts, design: null, body: '<p>&nbsp;<img src="https://a.example/a.png"></p>' }, 'body'],
    ],
    keeps: [
      mail([]),
      { ...defaultFacts, design: { blocks: [{ type: 'text', html: '{{ variables.text }}' }] } },
      { ...defaultFacts, design: { blocks: [{ type: 'items' }] } },
      withHeader([words]),
      // A section that is not loaded yet may have content.
      withHeader([], [], { presets: {} }),
      { ...defaultFacts, design: null, body: '<p>Hello</p>' },
    ],
  },
} satisfies Record<string, Cases>;
