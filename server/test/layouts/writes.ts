import fc from 'fast-check';
import { marketingFields } from '../../src/features/library/settings/marketing-texts.schema.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import { mainTexts, translationTexts } from './arbitrary.ts';

/** A change of a layout as a caller sends it. */
export type Write =
  | { kind: 'patch'; body: JsonObject }
  | { kind: 'put'; locale: string; body: JsonObject }
  | { kind: 'delete'; locale: string }
  | { kind: 'promote'; locale: string }
  /** Counted from the first state, which `create` made. */
  | { kind: 'restore'; pick: number };

export type BodyType = 'visual' | 'text';

export interface WriteSequence {
  bodyType: BodyType;
  create: JsonObject;
  writes: Write[];
}

/** Only a few, so that writes collide. */
const codes = ['en', 'de', 'pt-br', 'fr'];
const locale = fc.constantFrom(...codes);

const line = fc.constantFrom(
  'Hello',
  '  spaced  ',
  'Hi {{ variables.name }}',
  '{% if variables.a %}yes{% endif %}',
  'ünï 🎈 \u2028 "quoted" <b>',
);
const body = fc.constantFrom('', '<p>{{ variables.name }}</p>', '<h1>a</h1>\n<p title="x">b</p>');
const block = fc.record({ type: fc.constant('text'), html: fc.constantFrom('<p>one</p>', 'two', '') });
const design = fc.record(
  {
    blocks: fc.array(block, { maxLength: 2 }),
    global: fc.record({ width: fc.integer({ min: 320, max: 900 }) }),
    testVariables: fc.constantFrom({}, { name: 'Ada' }),
  },
  { requiredKeys: ['blocks'] },
);

const clearable = fc.option(fc.oneof(line, fc.constant('')));

/** Every subset of the members, each with every kind of value that it takes. */
const some = (members: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) =>
  fc.record(members, { requiredKeys }) as fc.Arbitrary<JsonObject>;

/** Attachments that writes may use: files of the store, and others that are fetched. */
function attachmentLists(fileKeys: readonly string[]) {
  const fetched = fc.record({
    filename: fc.constantFrom('a.pdf', 'b.pdf'),
    url: fc.constantFrom('https://a.example/1', 'https://b.example/{{ variables.id }}'),
  });
  const uploaded = fc.record(
    {
      filename: fc.constantFrom('k.png', 'l.png'),
      fileKey: fc.constantFrom(...fileKeys),
      sendAsLink: fc.boolean(),
    },
    { requiredKeys: ['filename', 'fileKey'] },
  );
  return fc.array(fc.oneof(fetched, uploaded), { maxLength: 2 });
}

const contentOf = (bodyType: BodyType, attachments: fc.Arbitrary<unknown>) =>
  bodyType === 'visual' ? { bodyDesign: design } : { body: fc.option(body), attachments };

/** Any sequence of writes on any layout of one kind. */
function storiesOf(bodyType: BodyType, fileKeys: readonly string[], maxWrites: number) {
  const attachments = fc.option(attachmentLists(fileKeys));
  const content = contentOf(bodyType, attachments);
  const texts = fc.option(
    some(Object.fromEntries(marketingFields.map((field) => [field, fc.constant(null)]))),
  );
  const changes = {
    name: line,
    requiredVariables: fc.option(fc.constantFrom([], ['order.id'], ['a', 'b[0].c', 'b["d e"]'])),
    completeLanguagesOnly: fc.option(fc.boolean()),
    description: clearable,
    category: fc.constantFrom('transactional', 'marketing'),
    subject: line,
    previewText: clearable,
    // `null` in a field of the layout is the same as omitting it.
    marketingTexts: fc.oneof(mainTexts, texts),
    ...content,
  };
  const bodyTypes = { bodyType: fc.constant(bodyType) };
  const put = some(
    {
      subject: line,
      previewText: clearable,
      marketingTexts: translationTexts,
      ...content,
      // A visual layout accepts no other value.
      ...(bodyType === 'visual' && { bodyDesign: fc.option(design), attachments: fc.constant(null) }),
    },
    ['subject'],
  );
  const write: fc.Arbitrary<Write> = fc.oneof(
    fc.record({
      kind: fc.constant('patch' as const),
      body: some({ ...changes, ...bodyTypes, defaultLocale: locale }),
    }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('put' as const), locale, body: put }) },
    fc.record({ kind: fc.constant('delete' as const), locale }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('promote' as const), locale }) },
    fc.record({ kind: fc.constant('restore' as const), pick: fc.nat() }),
  );
  return fc.record({
    bodyType: fc.constant(bodyType),
    create: some({ ...changes, ...bodyTypes, defaultLocale: locale }, ['name', 'subject', 'bodyType']),
    writes: fc.array(write, { minLength: 1, maxLength: maxWrites }),
  });
}

export const writeSequences = (fileKeys: readonly string[], maxWrites: number): fc.Arbitrary<WriteSequence> =>
  fc.oneof(storiesOf('visual', fileKeys, maxWrites), storiesOf('text', fileKeys, maxWrites));

/** One language in the model; each footer text is set, `null`, or left out. */
export interface ModelLanguage {
  subject: Json;
  previewText: Json;
  content: Json;
  attachments: Json[] | null;
  texts: Record<string, string | null> | null;
}

/** A model of a layout as the documentation describes it, independent of the implementation. */
export interface Model {
  bodyType: BodyType;
  name: Json;
  description: Json;
  category: Json;
  requiredVariables: Json;
  completeLanguagesOnly: Json;
  main: string;
  languages: Record<string, ModelLanguage>;
}

/** The next layout, or the error status. */
export type ExpectedOutcome = Model | 400 | 404;

const textField = (bodyType: BodyType) => (bodyType === 'visual' ? 'bodyDesign' : 'body');

/** An omitted member keeps its value. */
const sentOr = <T>(sent: JsonObject, name: string, kept: T): T =>
  name in sent ? ((sent[name] ?? null) as T) : kept;
/** An omitted member keeps its value; `null` clears it. */
const textOr = (sent: JsonObject, name: string, kept: Json): Json => sentOr(sent, name, kept) ?? '';

function layoutTexts(sent: JsonObject, kept: ModelLanguage['texts']): ModelLanguage['texts'] {
  const texts = sentOr(sent, 'marketingTexts', kept);
  if (texts === null) return null;
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
}

export function applyCreate(bodyType: BodyType, sent: JsonObject): Model {
  const isVisual = bodyType === 'visual';
  const main = String(sent['defaultLocale'] ?? 'en');
  return {
    bodyType,
    name: sent['name'] as Json,
    description: textOr(sent, 'description', ''),
    category: sentOr(sent, 'category', 'transactional'),
    requiredVariables: sentOr<Json>(sent, 'requiredVariables', []) ?? [],
    completeLanguagesOnly: sentOr<Json>(sent, 'completeLanguagesOnly', false) ?? false,
    main,
    languages: {
      [main]: {
        subject: sent['subject'] as Json,
        previewText: textOr(sent, 'previewText', ''),
        content: isVisual ? sentOr<Json>(sent, 'bodyDesign', { blocks: [] }) : textOr(sent, 'body', ''),
        attachments: isVisual ? null : (sentOr<Json[] | null>(sent, 'attachments', []) ?? []),
        texts: layoutTexts(sent, null),
      },
    },
  };
}

function tellPatch(model: Model, sent: JsonObject): ExpectedOutcome {
  const next = structuredClone(model);
  const content = next.languages[next.main] as ModelLanguage;
  next.name = sentOr(sent, 'name', next.name);
  next.description = textOr(sent, 'description', next.description);
  next.category = sentOr(sent, 'category', next.category);
  next.requiredVariables = sentOr(sent, 'requiredVariables', next.requiredVariables) ?? [];
  next.completeLanguagesOnly =
    sentOr(sent, 'completeLanguagesOnly', next.completeLanguagesOnly) ?? next.completeLanguagesOnly;
  content.subject = sentOr(sent, 'subject', content.subject);
  content.previewText = textOr(sent, 'previewText', content.previewText);
  content.content = textOr(sent, textField(model.bodyType), content.content);
  if ('attachments' in sent) content.attachments = (sent['attachments'] as Json[] | null) ?? [];
  content.texts = layoutTexts(sent, content.texts);
  const wanted = String(sent['defaultLocale'] ?? next.main);
  if (wanted === next.main) return next;
  if (next.languages[wanted]) return 400;
  delete next.languages[next.main];
  next.languages[wanted] = content;
  next.main = wanted;
  return next;
}

function tellPut(model: Model, locale: string, sent: JsonObject): ExpectedOutcome {
  if (locale === model.main) return 400;
  const next = structuredClone(model);
  const main = next.languages[next.main] as ModelLanguage;
  const current = next.languages[locale];
  next.languages[locale] = {
    subject: sent['subject'] as Json,
    // `null` copies the main language's value, and so does a member that a new language omits.
    previewText: sentOr(sent, 'previewText', current?.previewText ?? null) ?? main.previewText,
    content: sentOr(sent, textField(model.bodyType), current?.content ?? null) ?? main.content,
    attachments: sentOr(sent, 'attachments', current?.attachments ?? null),
    texts: sentOr(sent, 'marketingTexts', current?.texts ?? null),
  };
  return next;
}

/** The texts at the end of a language's email; missing ones come from the settings. */
export function footerOf(model: Model, locale: string): Record<string, string> {
  const own = model.languages[locale]?.texts;
  const under = model.languages[model.main]?.texts;
  const footer: Record<string, string> = {};
  for (const field of marketingFields) {
    const text = own?.[field] === undefined ? under?.[field] : own[field];
    if (typeof text === 'string') footer[field] = text;
  }
  return footer;
}

export const filesOf = (model: Model, locale: string): Json[] =>
  model.languages[locale]?.attachments ?? model.languages[model.main]?.attachments ?? [];

/**
 * Every language sends the same content as before: it still inherits unchanged content from the main
 * language, and changed content is written into it.
 */
function tellPromote(model: Model, locale: string): ExpectedOutcome {
  if (locale === model.main) return 400;
  if (!model.languages[locale]) return 404;
  const next: Model = { ...structuredClone(model), main: locale };
  const chosen = model.languages[locale];
  const [before, after] = [footerOf(model, model.main), footerOf(model, locale)];
  for (const [code, language] of Object.entries(next.languages)) {
    if (code === locale) {
      language.attachments = model.bodyType === 'visual' ? null : filesOf(model, locale);
      const saysNothing = chosen.texts === null && model.languages[model.main]?.texts === null;
      language.texts = saysNothing ? null : after;
      continue;
    }
    const wasMain = code === model.main;
    const own = wasMain ? null : language.texts;
    if (wasMain && chosen.attachments === null) language.attachments = null;
    else if (chosen.attachments !== null) language.attachments = filesOf(model, code);
    const written = marketingFields
      .filter((field) => own?.[field] === undefined && before[field] !== after[field])
      .map((field) => [field, before[field] ?? null]);
    language.texts = own === null && written.length === 0 ? null : { ...own, ...Object.fromEntries(written) };
  }
  return next;
}

export function applyToModel(model: Model, write: Exclude<Write, { kind: 'restore' }>): ExpectedOutcome {
  if (write.kind === 'patch') return tellPatch(model, write.body);
  if (write.kind === 'put') return tellPut(model, write.locale, write.body);
  if (write.kind === 'promote') return tellPromote(model, write.locale);
  if (write.locale === model.main) return 400;
  if (!model.languages[write.locale]) return 404;
  const next = structuredClone(model);
  delete next.languages[write.locale];
  return next;
}
