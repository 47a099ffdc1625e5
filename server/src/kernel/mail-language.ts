import { acceptedLanguages } from './accepted-languages.ts';
import { languageOf } from './locale-code.ts';

/** Languages of the emails that the service itself sends. */
export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** Used if the person's language is unknown. */
export const DEFAULT_MAIL_LANGUAGE: MailLanguage = 'en';

/** The first supported language in an `Accept-Language` header; the app sends its own. */
export function mailLanguageIn(header: string | null | undefined): MailLanguage | null {
  for (const locale of acceptedLanguages(header ?? undefined)) {
    const found = mailLanguages.find((each) => each === languageOf(locale));
    if (found) return found;
  }
  return null;
}
