import fc from 'fast-check';
import type {
  Attachment,
  LanguageContent,
  LayoutState,
} from '../../src/features/layouts/content/layout-state.schema.ts';
import { MainTexts } from '../../src/features/layouts/content/stale.rules.ts';
import type { MarketingTexts } from '../../src/features/library/settings/marketing-texts.schema.ts';

/** Cheap and good enough where only equality counts. */
export const hash = (text: string) => `${text.length}:${text.slice(0, 40)}:${text.slice(-40)}`;

/** Distinct codes of every shape, including closely related ones. */
export const locales = [
  ...['en', 'en-gb', 'en-us', 'de', 'de-at', 'de-ch', 'fr', 'fr-ca', 'pt', 'pt-br', 'pt-pt', 'es', 'es-419'],
  ...[
    'zh',
    'zh-hant',
    'zh-hant-tw',
    'zh-hans-cn',
    'sr',
    'sr-latn',
    'sr-cyrl-rs',
    'he',
    'iw',
    'ar',
    'fil',
    'tl',
  ],
];

const word = fc.string({ maxLength: 12 });
const text = fc.oneof(
  word,
  fc.constantFrom('Hi {{ variables.name }}', '{% if variables.a %}yes{% endif %}', 'ünï 🎈'),
);

const attachment: fc.Arbitrary<Attachment> = fc.oneof(
  fc.record({
    filename: fc.constantFrom('a.pdf', 'b.pdf', 'c.pdf'),
    url: fc.constantFrom('https://a.example/1', 'https://b.example/2'),
  }),
  fc.record(
    {
      filename: fc.constantFrom('k.png', 'l.png'),
      fileKey: fc.constantFrom('f_1', 'f_2', 'f_3'),
      sendAsLink: fc.boolean(),
    },
    { requiredKeys: ['filename', 'fileKey'] },
  ),
);
export const attachments = fc.array(attachment, { maxLength: 3 });

const unsubscribeText = fc.constantFrom(
  'Leave: {{ unsubscribe_link }}',
  'Off {{unsubscribe_url}}',
  '{{- unsubscribe_link -}}',
);
const label = fc.constantFrom('Leave', 'Abmelden');
const details = fc.constantFrom('Shop, Street 1', 'Laden, Weg 2', '');

export const mainTexts: fc.Arbitrary<MarketingTexts | null> = fc.option(
  fc.record(
    { unsubscribeText, unsubscribeLinkLabel: label, companyDetails: details },
    { requiredKeys: [] },
  ) as fc.Arbitrary<MarketingTexts>,
);
export const translationTexts: fc.Arbitrary<MarketingTexts | null> = fc.option(
  fc.record(
    {
      unsubscribeText: fc.option(unsubscribeText),
      unsubscribeLinkLabel: fc.option(label),
      companyDetails: fc.option(details),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<MarketingTexts>,
);

const design = fc.record({
  blocks: fc.array(fc.record({ type: fc.constant('text'), html: text }), { maxLength: 3 }),
});

function content(
  bodyType: LayoutState['bodyType'],
  isMain: boolean,
): fc.Arbitrary<Omit<LanguageContent, 'writtenFor'>> {
  const isVisual = bodyType === 'visual';
  const own = isMain ? attachments : fc.option(attachments);
  return fc.record({
    subject: text,
    previewText: text,
    bodyDesign: isVisual ? design : fc.constant(null),
    body: isVisual ? fc.constant(null) : text,
    attachments: isVisual ? fc.constant(null) : own,
    marketingTexts: isMain ? mainTexts : translationTexts,
  });
}

/** Some texts for which there is no current translation. */
const pickStale = (names: readonly string[], picks: readonly boolean[]) =>
  new Map(names.filter((_, i) => picks[i % picks.length]).map((name) => [name, null]));

/** Any layout that writes could have produced. */
export const layoutState: fc.Arbitrary<LayoutState> = fc
  .record({
    bodyType: fc.constantFrom('visual' as const, 'text' as const),
    category: fc.constantFrom('transactional' as const, 'marketing' as const),
    codes: fc.uniqueArray(fc.constantFrom(...locales), { minLength: 1, maxLength: 8 }),
    name: word,
    description: word,
    requiredVariables: fc.uniqueArray(
      fc.constantFrom('order.id', 'items[0].title', 'customer["first name"]'),
    ),
    completeLanguagesOnly: fc.boolean(),
  })
  .chain(({ bodyType, category, codes, ...meta }) => {
    const [main = 'en', ...others] = codes;
    return fc
      .tuple(
        content(bodyType, true),
        fc.array(fc.tuple(content(bodyType, false), fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })), {
          ...{ minLength: others.length, maxLength: others.length },
        }),
      )
      .map(([mainContent, translated]): LayoutState => {
        const whole: LanguageContent = { ...mainContent, writtenFor: null };
        const texts = new MainTexts(whole, hash);
        const names = texts.texts.map(({ name }) => name);
        const rest = others.map((code, i) => {
          const [own, picks] = translated[i] as NonNullable<(typeof translated)[0]>;
          return [code, { ...own, writtenFor: texts.writtenExcept(pickStale(names, picks)) }];
        });
        return {
          ...{ ...meta, bodyType, category, defaultLocale: main },
          languages: { [main]: whole, ...Object.fromEntries(rest) },
        };
      });
  });

/** Every way to write the same language code. */
export const localeSpelling = (locale: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('-', '_'),
      fc.array(fc.boolean(), { minLength: locale.length, maxLength: locale.length }),
    )
    .map(([separator, upper]) =>
      [...locale]
        .map((sign, i) => (sign === '-' ? separator : upper[i] ? sign.toUpperCase() : sign))
        .join(''),
    );
