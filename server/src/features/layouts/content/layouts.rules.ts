import { type FieldProblem, invalid, invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { changed } from '../../../kernel/patch.ts';
import { localesOf, mainContentOf } from './languages.rules.ts';
import type { BodyType, LanguageContent, LayoutState } from './layout-state.schema.ts';
import type { CreateLayout, UpdateLayout } from './layouts.schema.ts';
import { resolveLocale } from './resolve-locale.rules.ts';

/** Fields that only layouts of this kind have. */
const fieldsOf: Readonly<Record<BodyType, readonly ('bodyDesign' | 'body' | 'attachments')[]>> = {
  visual: ['bodyDesign'],
  text: ['body', 'attachments'],
};
const otherThan = { visual: 'text', text: 'visual' } as const;

type BodyTypeFields = Partial<Record<'bodyDesign' | 'body' | 'attachments', unknown>>;

/** Rejects fields of the other kind; `null` counts as absent (contract: Layouts 2). */
export function refuseOtherBodyType(bodyType: BodyType, sent: BodyTypeFields): void {
  const other = otherThan[bodyType];
  const problems: FieldProblem[] = fieldsOf[other]
    .filter((field) => sent[field] !== undefined && sent[field] !== null)
    .map((field) => ({ path: [field], reason: message('only_for_kind', { kind: other }) }));
  if (problems.length > 0) throw invalid(problems);
}

const emptyBody = (bodyType: BodyType) =>
  bodyType === 'visual'
    ? { bodyDesign: { blocks: [] }, body: null, attachments: null }
    : { bodyDesign: null, body: '', attachments: [] };

/** A new layout, with defaults for the fields that were not sent (contract: Layouts 1). */
export function createdLayout(sent: CreateLayout): LayoutState {
  const bodyType = sent.bodyType ?? 'visual';
  refuseOtherBodyType(bodyType, sent);
  const defaultLocale = sent.defaultLocale ?? 'en';
  const empty = {
    ...{
      name: '',
      description: '',
      bodyType,
      category: 'transactional',
      defaultLocale,
      requiredVariables: [],
      completeLanguagesOnly: false,
    },
    languages: {
      [defaultLocale]: {
        ...emptyBody(bodyType),
        ...{ subject: '', previewText: '', marketingTexts: null, writtenFor: null },
      },
    },
  } satisfies LayoutState;
  return applyLayoutChange(empty, sent);
}

type SentContent = Pick<
  UpdateLayout,
  'subject' | 'previewText' | 'bodyDesign' | 'body' | 'attachments' | 'marketingTexts'
>;

export const sendsText = ({
  subject,
  previewText,
  bodyDesign,
  body,
  attachments,
  marketingTexts,
}: SentContent) =>
  [subject, previewText, bodyDesign, body, attachments, marketingTexts].some((each) => each !== undefined);

/** Takes the sent value, the empty value for `null`, or the stored value if none was sent. */
function changedContent(content: LanguageContent, sent: SentContent): LanguageContent {
  const empty = emptyBody(content.bodyDesign === null ? 'text' : 'visual');
  return {
    subject: changed(sent.subject, content.subject),
    previewText: changed(sent.previewText, content.previewText),
    bodyDesign: changed(sent.bodyDesign, content.bodyDesign) ?? empty.bodyDesign,
    body: changed(sent.body, content.body) ?? empty.body,
    attachments: changed(sent.attachments, content.attachments) ?? empty.attachments,
    marketingTexts: changed(sent.marketingTexts, content.marketingTexts),
    writtenFor: content.writtenFor,
  };
}

/** Changes the content of the language that `wanted` resolves to; for previews, not for saving. */
export function changedLanguage(
  state: LayoutState,
  wanted: string | undefined,
  { category, ...sent }: SentContent & Pick<UpdateLayout, 'category'>,
): LayoutState {
  const { locale } = resolveLocale(wanted, state.defaultLocale, localesOf(state));
  const content = changedContent(state.languages[locale] as LanguageContent, sent);
  return {
    ...state,
    category: changed(category, state.category),
    languages: { ...state.languages, [locale]: content },
  };
}

/**
 * Changes only the fields that were sent; content goes to the main language
 * (contract: Layouts 7; Layouts 2; Fields 3).
 */
export function applyLayoutChange(state: LayoutState, sent: UpdateLayout): LayoutState {
  if (sent.bodyType !== undefined && sent.bodyType !== state.bodyType)
    throw invalidField('bodyType', message('immutable'));
  refuseOtherBodyType(state.bodyType, sent);
  const defaultLocale = sent.defaultLocale ?? state.defaultLocale;
  if (defaultLocale !== state.defaultLocale && state.languages[defaultLocale])
    throw invalidField('defaultLocale', message('already_a_translation'));
  const { [state.defaultLocale]: _, ...translations } = state.languages;
  const content = changedContent(mainContentOf(state), sent);
  return {
    name: changed(sent.name, state.name),
    description: changed(sent.description, state.description),
    bodyType: state.bodyType,
    category: changed(sent.category, state.category),
    defaultLocale,
    requiredVariables: changed(sent.requiredVariables, state.requiredVariables),
    completeLanguagesOnly: sent.completeLanguagesOnly ?? state.completeLanguagesOnly,
    languages: { [defaultLocale]: content, ...translations },
  };
}
