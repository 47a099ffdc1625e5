import { acceptedLanguages } from './accepted-languages.ts';
import { languageOf } from './locale-code.ts';

/** Languages that the service writes emails to people in. */
export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** For people whose language is not known. */
export const DEFAULT_MAIL_LANGUAGE: MailLanguage = 'en';

/** The first language of an `Accept-Language` header that we write; the app sends its own. */
export function mailLanguageIn(header: string | null | undefined): MailLanguage | null {
  for (const locale of acceptedLanguages(header ?? undefined)) {
    const found = mailLanguages.find((each) => each === languageOf(locale));
    if (found) return found;
  }
  return null;
}
