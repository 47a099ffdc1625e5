import { DEFAULT_MAIL_LANGUAGE } from '../../../kernel/mail-language.ts';
import type { ServiceMail } from '../../../kernel/people.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { noticeMail } from './notice-mail.rules.ts';
import { claimNotices, endNotice, languagesOf } from './notices.store.ts';

const AT_ONCE = 20;
/** How long a notice that couldn't be sent waits for its retry; must be longer than sending takes. */
const PAUSE_SECONDS = 600;

interface NoticeContext {
  outside: Queries;
  mail: ServiceMail;
  baseUrl: string;
  isStopping(): boolean;
}

/** Sends due notices by email. Stops at the first failure, so that a failing mail server gets a pause. */
export async function sendNotices({ outside, mail, baseUrl, isStopping }: NoticeContext): Promise<number> {
  let sent = 0;
  const due = await claimNotices(outside, AT_ONCE, PAUSE_SECONDS);
  const languages = await languagesOf(outside, due);
  for (const notice of due) {
    if (isStopping()) break;
    const language = languages.get(notice.personId) ?? DEFAULT_MAIL_LANGUAGE;
    const content = noticeMail(notice, baseUrl, language);
    if (content && !(await mail.send({ to: notice.email, ...content }))) break;
    await endNotice(outside, notice);
    sent++;
  }
  return sent;
}
