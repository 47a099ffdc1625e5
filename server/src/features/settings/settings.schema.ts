import { z } from 'zod';
import { companyDetails, unsubscribeLinkLabel, unsubscribeText } from './marketing-texts.schema.ts';

/** What can be set for a whole store, and for one language of it by `name.locale`. */
export const settingFields = {
  logo: z.string().describe('Key of a picture of the store.'),
  companyDetails,
  unsubscribeText,
  unsubscribeLinkLabel,
};

export type SettingField = keyof typeof settingFields;

const MAX_CHANGES = 100;

export const setSettingsInput = z.object({
  settings: z
    .array(z.string())
    .max(MAX_CHANGES)
    .describe('Each `name=value` or `name.locale=value`; an empty value removes it.'),
});
