import type { ServiceMail } from '../../../kernel/people.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { noticeMail } from './notice-mail.rules.ts';
import { claimNotices, endNotice } from './notices.store.ts';

const AT_ONCE = 20;
/** How long one that could not be sent waits, and longer than sending takes. */
const PAUSE_SECONDS = 600;

interface NoticeContext {
  outside: Queries;
  mail: ServiceMail;
  baseUrl: string;
  isStopping(): boolean;
}

/** Emails people what concerns them. A mail server that takes none is left alone for a while. */
export async function sendNotices({ outside, mail, baseUrl, isStopping }: NoticeContext): Promise<number> {
  let sent = 0;
  for (const notice of await claimNotices(outside, AT_ONCE, PAUSE_SECONDS)) {
    if (isStopping()) break;
    const content = noticeMail(notice, baseUrl);
    if (content && !(await mail.send({ to: notice.email, ...content }))) break;
    await endNotice(outside, notice);
    sent++;
  }
  return sent;
}
