import { DEFAULT_MAIL_LANGUAGE, type MailLanguage } from '../../kernel/mail-language.ts';
import type { PlainMail } from '../../kernel/people.ts';

type Content = Omit<PlainMail, 'to'>;

const contents: Readonly<Record<MailLanguage, (baseUrl: string, link: string) => Content>> = {
  en: (baseUrl, link) => ({
    subject: 'Set your Outstep password',
    text: `Someone, most likely you, requested an account or a password reset at ${baseUrl}.\n\nSet your password within one day:\n${link}\n\nIf this was not you, ignore this email. Nothing has changed.\n`,
  }),
  de: (baseUrl, link) => ({
    subject: 'Legen Sie Ihr Passwort für Outstep fest',
    text: `Jemand, wahrscheinlich Sie, hat bei ${baseUrl} ein Konto oder ein neues Passwort angefordert.\n\nLegen Sie Ihr Passwort innerhalb eines Tages fest:\n${link}\n\nFalls Sie das nicht waren, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.\n`,
  }),
};

interface PasswordLink {
  language: MailLanguage | null;
  baseUrl: string;
  link: string;
}

/** In the language of the person who requested it. */
export const passwordLinkMail = ({ language, baseUrl, link }: PasswordLink): Content =>
  contents[language ?? DEFAULT_MAIL_LANGUAGE](baseUrl, link);
