import { schemaMessage, text } from '../../../kernel/fields.ts';
import { alwaysOutputs } from '../../../kernel/shown-output.ts';

const MAX_TEXT = 2000;
const MAX_LABEL = 100;

const LINKS = ['unsubscribe_link', 'unsubscribe_url'];
const NAMED = /\{\{-?\s*unsubscribe_(?:link|url)\s*-?\}\}/;

/** The texts at the end of a marketing email, from a layout, one of its languages or the store. */
export const marketingFields = ['unsubscribeText', 'unsubscribeLinkLabel', 'companyDetails'] as const;
export type MarketingField = (typeof marketingFields)[number];

/** In a translation `null` means the text of the settings instead of the layout's; the main language has no `null`. */
export type MarketingTexts = Partial<Record<MarketingField, string | null>>;

export const unsubscribeText = text(MAX_TEXT)
  .refine((value) => NAMED.test(value), {
    error: schemaMessage('unsubscribe_link_missing'),
    abort: true,
  })
  .refine((value) => alwaysOutputs(value, LINKS), {
    error: schemaMessage('unsubscribe_link_hidden'),
  })
  .meta({
    maxLength: MAX_TEXT,
    description:
      'The unsubscribe sentence. Can contain Liquid; must output {{ unsubscribe_link }} or {{ unsubscribe_url }} in every branch.',
  });

export const unsubscribeLinkLabel = text(MAX_LABEL).meta({
  maxLength: MAX_LABEL,
  description: 'Text of {{ unsubscribe_link }}. Can contain Liquid.',
});

export const companyDetails = text(MAX_TEXT).meta({
  maxLength: MAX_TEXT,
  description: 'Name and postal address of the sender. Can contain Liquid.',
});
