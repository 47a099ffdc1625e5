import type { MailLanguage } from '../../../kernel/mail-language.ts';
import type { PlainMail } from '../../../kernel/people.ts';
import { INVITATION_DAYS } from './members.schema.ts';

type Content = Omit<PlainMail, 'to'>;

/** Contains no names that people chose, because those could contain anything. */
const contents: Readonly<Record<MailLanguage, (link: string) => Content>> = {
  en: (link) => ({
    subject: 'You have been invited to a store on Outstep',
    text: `You have been invited to join the team of a store on Outstep.\n\nSee who invited you and join within ${INVITATION_DAYS} days:\n${link}\n\nIf you did not expect this, ignore this email.\n`,
  }),
  de: (link) => ({
    subject: 'Einladung zu einem Shop in Outstep',
    text: `Sie wurden eingeladen, in einem Shop in Outstep mitzuarbeiten.\n\nSehen Sie nach, wer Sie eingeladen hat, und nehmen Sie die Einladung innerhalb von ${INVITATION_DAYS} Tagen an:\n${link}\n\nFalls Sie keine Einladung erwarten, ignorieren Sie diese E-Mail.\n`,
  }),
};

/** In the inviter's language, because the invited person may have no account and so no known language. */
export const invitationMail = (language: MailLanguage, link: string): Content => contents[language](link);
