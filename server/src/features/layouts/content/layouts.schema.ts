import { z } from 'zod';
import {
  clearableText,
  issueOf,
  requiredIfSent,
  requiredText,
  schemaMessage,
  text,
} from '../../../kernel/fields.ts';
import { id, time } from '../../../kernel/id.ts';
import { localeField } from '../../../kernel/locale.ts';
import { message } from '../../../kernel/messages/message.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { pageInput, type Sort, searchInput, sortInput } from '../../../kernel/page.ts';
import {
  companyDetails,
  type MarketingTexts,
  unsubscribeLinkLabel,
  unsubscribeText,
} from '../../library/settings/marketing-texts.schema.ts';
import { downloadUrl, fileKey, liquidText } from '../../rendering/design/blocks/fields.schema.ts';
import { bodyDesign, publicDesign } from '../../rendering/design/design.schema.ts';
import { type Attachment, bodyTypes, categories } from './layout-state.schema.ts';

const MAX_PATHS = 50;
const MAX_PATH = 200;

const NAME = '[\\p{L}_][\\p{L}\\p{N}_-]*\\??';
const QUOTED = '\\["[^"\\\\\\]]+"\\]';
/** `order.id`, `line_items[0].title`, `customer["first name"]`. */
const PATH = new RegExp(`^(?:${NAME}|${QUOTED})(?:\\.${NAME}|\\[\\d{1,9}\\]|${QUOTED})*$`, 'u');

const path = text(MAX_PATH)
  .refine((value) => !/^variables(?:[.[]|$)/.test(value), { error: schemaMessage('drop_variables_prefix') })
  .refine((value) => PATH.test(value), { error: schemaMessage('must_be_variable_path') });

const requiredVariables = z
  .array(path)
  .max(MAX_PATHS)
  .transform((paths) => [...new Set(paths)])
  .describe(
    'Paths of variables that an email cannot be sent without: `["order.id"]` means `{{ variables.order.id }}`. If one is absent, `null` or blank, the step ends as FAILED.',
  );

export const MAX_NAME_LENGTH = 200;
const MAX_DESCRIPTION = 2000;
const MAX_LINE = 1000;
const MAX_BODY = 1_000_000;
const MAX_ATTACHMENTS = 50;

export const layoutName = requiredText(MAX_NAME_LENGTH).meta({ maxLength: MAX_NAME_LENGTH });
const description = clearableText(MAX_DESCRIPTION).describe('Internal note; never shown to customers.');
const category = z.enum(categories);

export const subject = requiredText(MAX_LINE).meta({
  maxLength: MAX_LINE,
  description: 'Can contain Liquid.',
});
const previewText = clearableText(MAX_LINE).describe('Preview line in the inbox. Can contain Liquid.');

const KEPT_OR_COPIED =
  "If omitted, it stays as it is; a new language gets a copy of the layout's. `null`: a copy of the layout's. Copied texts are named in `stale`.";
/** In a translation, `null` means a copy of the layout's text. */
export const translatedContent = {
  previewText: text(MAX_LINE)
    .nullable()
    .optional()
    .describe(`Preview line in the inbox. Can contain Liquid. ${KEPT_OR_COPIED}`),
  bodyDesign: bodyDesign
    .nullable()
    .optional()
    .describe(`Visual layouts only: the complete design. ${KEPT_OR_COPIED}`),
  body: text(MAX_BODY)
    .nullable()
    .optional()
    .describe(`Text layouts only: the HTML body, with Liquid. ${KEPT_OR_COPIED}`),
};

const attachment = z
  .strictObject({
    filename: liquidText('File name in the email.', 255).refine((value) => value.trim() !== '', {
      error: schemaMessage('required'),
    }),
    fileKey: fileKey.optional(),
    url: downloadUrl(
      'URL that the file is fetched from when the email is sent; starts with https://.',
    ).optional(),
    sendAsLink: z
      .boolean()
      .optional()
      .describe('Sends a link at the end of the email instead of the file itself.'),
  })
  .superRefine((item, ctx) => {
    if ((item.fileKey === undefined) === (item.url === undefined))
      ctx.addIssue(issueOf(message('give_file_key_or_url')));
    if (item.url !== undefined && item.sendAsLink !== undefined)
      ctx.addIssue(issueOf(message('only_for_uploads'), ['sendAsLink']));
  })
  .transform((item) => item as Attachment);
nameSchema('AttachmentInput', attachment);

export const attachments = z
  .array(attachment)
  .max(MAX_ATTACHMENTS)
  .describe('Text layouts only: uploaded files, and files fetched over https when the email is sent.');

const ownTexts = z.strictObject({
  unsubscribeText: unsubscribeText.nullable().optional(),
  unsubscribeLinkLabel: unsubscribeLinkLabel.nullable().optional(),
  companyDetails: companyDetails.nullable().optional(),
});
nameSchema('MarketingTextsInput', ownTexts);

/** A link without a label could not be clicked, so a blank label counts as not set (contract: Layouts 11). */
const isSet = ([field, value]: [string, string | null | undefined]) =>
  field !== 'unsubscribeLinkLabel' || value === null || value?.trim() !== '';

/** In a layout `null` means that a field is not set. */
const marketingTexts = ownTexts
  .nullable()
  .transform((texts): MarketingTexts | null => {
    if (texts === null) return null;
    return Object.fromEntries(Object.entries(texts).filter((each) => each[1] !== null && isSet(each)));
  })
  .describe(
    'Footer texts for marketing email. A field that is set replaces the one in the settings. `null`: the texts in the settings.',
  );

/** In a translation, `null` means the text from the settings, whatever the layout specifies. */
export const translatedTexts = ownTexts
  .nullable()
  .transform((texts): MarketingTexts | null =>
    texts === null ? null : Object.fromEntries(Object.entries(texts).filter(isSet)),
  )
  .describe(
    'Footer texts of this language, which override those of the layout field by field. A field that is `null` uses the text in the settings. `null` instead of the object: the texts of the layout.',
  );

const changeable = {
  description: description.optional(),
  category: category.optional().describe('Default: `transactional`.'),
  defaultLocale: localeField.optional().describe("Language code of the layout's own content. Default: `en`."),
  requiredVariables: requiredVariables
    .nullable()
    .transform((paths) => paths ?? [])
    .optional(),
  completeLanguagesOnly: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      'Whether a language with untranslated texts is skipped when choosing the language of an email, as if the layout did not have it. Default: `false`.',
    ),
  previewText: previewText.optional(),
  bodyDesign: bodyDesign.nullable().optional(),
  body: text(MAX_BODY).nullable().optional().describe('Text layouts only: the HTML body, with Liquid.'),
  attachments: attachments.nullable().optional(),
  marketingTexts: marketingTexts.optional(),
};

const bodyType = z.enum(bodyTypes).describe('Cannot be changed later. Default: `visual`.');

export const createLayoutInput = z.object({
  name: layoutName,
  bodyType: bodyType.optional(),
  subject,
  ...changeable,
});
export const updateLayoutInput = z.object({
  name: requiredIfSent(layoutName),
  bodyType: bodyType.optional(),
  subject: requiredIfSent(subject),
  ...changeable,
});

export type CreateLayout = z.output<typeof createLayoutInput>;
export type UpdateLayout = z.output<typeof updateLayoutInput>;

/** Shared by every schema that describes a language. */
export const incomplete = z
  .boolean()
  .describe('Whether it has texts that have not been translated yet; always `false` for the main language.');

const language = z.object({ locale: z.string(), isMain: z.boolean(), incomplete, updatedAt: time });
nameSchema('LayoutLanguage', language);

const marketingTextsShown = z.object({
  unsubscribeText: z.string().nullable().optional(),
  unsubscribeLinkLabel: z.string().nullable().optional(),
  companyDetails: z.string().nullable().optional(),
});
nameSchema('MarketingTexts', marketingTextsShown);

const publicAttachment = z.object({
  filename: z.string(),
  fileKey: z.string().optional(),
  url: z.string().optional(),
  sendAsLink: z.boolean().optional(),
});
nameSchema('Attachment', publicAttachment);

/** A language's content as callers see it. */
export const publicContent = {
  subject: z.string(),
  previewText: z.string(),
  bodyDesign: publicDesign.optional().describe('Visual layouts only.'),
  body: z.string().optional().describe('Text layouts only.'),
};
export const publicExtras = {
  attachments: z.array(publicAttachment),
  marketingTexts: marketingTextsShown.nullable(),
};

const summaryFields = {
  id,
  name: z.string(),
  description: z.string(),
  bodyType: z.enum(bodyTypes),
  defaultLocale: z.string(),
  category,
  requiredVariables: z.array(z.string()).describe('Paths of variables that an email cannot be sent without.'),
  completeLanguagesOnly: z
    .boolean()
    .describe('Whether incomplete languages are skipped when choosing the language of an email.'),
  subject: z.string(),
  previewText: z.string(),
};
const recordFields = {
  languages: z.array(language).describe('Main language first.'),
  version: z.int().describe('Number of the newest version.'),
  stepCount: z.int().describe('Workflow steps known to use the layout.'),
  createdAt: time,
  updatedAt: time,
};

/** A layout in a list, without its content (contract: Lists 4). */
export const layoutSummary = z.object({ ...summaryFields, ...recordFields });
nameSchema('LayoutSummary', layoutSummary);
export type LayoutSummary = z.output<typeof layoutSummary>;

/** The sort fields of the list. */
export const layoutSorts = ['name', 'updatedAt', 'createdAt'] as const;
export type LayoutSort = Sort<(typeof layoutSorts)[number]>;

/** What a page of the list is chosen by. */
export const layoutListInput = z.object({
  ...pageInput,
  ...searchInput('name, subject and description'),
  category: category.optional().describe('Only layouts in this category.'),
  ...sortInput(layoutSorts, '-updatedAt'),
});

export const layout = z.object({
  ...summaryFields,
  ...publicContent,
  attachments: publicExtras.attachments.optional().describe('Text layouts only.'),
  marketingTexts: publicExtras.marketingTexts,
  ...recordFields,
});
nameSchema('Layout', layout);
export type Layout = z.output<typeof layout>;

export const warnings = z
  .array(z.string())
  .optional()
  .describe(
    'Possible problems with the layout, each with its field: for example, content that a large removal deleted, languages whose structure has started to differ, or names that are always empty because `variables.` is missing. Absent if there are none.',
  );

/** The response to a write. */
export const writtenLayout = layout.extend({ warnings });
nameSchema('WrittenLayout', writtenLayout);
export type WrittenLayout = z.output<typeof writtenLayout>;
