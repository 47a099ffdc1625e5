import { fieldName, type PropertyPath } from '../../../kernel/fields.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { marketingFields } from '../../library/settings/marketing-texts.schema.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';

const HTML_TAG = /<[/!]?[a-z][^<>]*>/i;

const placed = (field: PropertyPath, reason: Message) =>
  message('field_problem', { field: fieldName(['marketingTexts', ...field]), reason });

/** Footer texts are plain text, so a recipient would read their tags (contract: Layouts 11). */
export const tagWarnings = ({ marketingTexts }: Pick<LanguageContent, 'marketingTexts'>): Message[] =>
  marketingFields
    .filter((field) => HTML_TAG.test(marketingTexts?.[field] ?? ''))
    .map((field) => placed([field], message('html_shown_as_text')));

/**
 * Warns about a marketing layout that overrides the company details with blank text (contract: Layouts 11).
 */
export const addressWarnings = (
  { category }: Pick<LayoutState, 'category'>,
  { marketingTexts }: Pick<LanguageContent, 'marketingTexts'>,
): Message[] =>
  category === 'marketing' && marketingTexts?.companyDetails?.trim() === ''
    ? [placed(['companyDetails'], message('company_details_missing'))]
    : [];
