import { z } from 'zod';
import { schemaMessage } from '../../../kernel/fields.ts';
import { brandFields } from './brand.schema.ts';
import { companyDetails, unsubscribeLinkLabel, unsubscribeText } from './marketing-texts.schema.ts';

/** More than anyone sends, and still an exact number. */
const QUOTA = /^[1-9][0-9]{0,11}$/;

/** Settings of a store; the logo and texts can also be set for one language, by `name.locale`. */
export const settingFields = {
  logo: z.string().describe("Key of a picture in the store's files."),
  companyDetails,
  unsubscribeText,
  unsubscribeLinkLabel,
  quota: z
    .string()
    .regex(QUOTA, { error: schemaMessage('must_be_quota') })
    .describe('Messages that can be sent per calendar month (UTC); unlimited if not set.'),
  ...brandFields,
};

export type SettingField = keyof typeof settingFields;

const texts: readonly SettingField[] = ['companyDetails', 'unsubscribeText', 'unsubscribeLinkLabel'];

/** Settings that are texts of emails, with Liquid. */
export const isTextSetting = (field: SettingField) => texts.includes(field);

const MAX_CHANGES = 100;

export const setSettingsInput = z.object({
  settings: z
    .array(z.string())
    .max(MAX_CHANGES)
    .describe('Each is `name=value` or `name.locale=value`; an empty value removes it.'),
});

export const settingsView = z.object({
  settings: z.record(z.string(), z.string()),
  revision: z.string().describe('Changes whenever a setting changes; send it in `If-Match`.'),
  usedThisMonth: z.int().describe('Messages in this calendar month (UTC) that count toward the quota.'),
});

export type SettingsView = z.output<typeof settingsView>;
