import { DEFAULT_MAIL_LANGUAGE, type MailLanguage } from '../../../kernel/mail-language.ts';
import type { PlainMail } from '../../../kernel/people.ts';
import { type NoticeMailTexts, noticeMailTexts } from './notice-mail-texts.rules.ts';

/** An event that the person is notified of by email. */
export interface Notice {
  at: Date;
  operation: string;
  aboutStore: string | null;
  detail: string | null;
  byOperator: boolean;
  address: string | null;
  agent: string | null;
}

/** Whether owners are notified of an operation in their store. */
export const isNoticed = (operation: string): boolean =>
  Object.hasOwn(noticeMailTexts[DEFAULT_MAIL_LANGUAGE].inStore, operation);

/** Translates the detail of an expiring key, which the database writes in English. */
function keyFacts(detail: string, texts: NoticeMailTexts): string {
  const [, prefix, time] = /^Key: (.+)\nEnds: (.+)$/.exec(detail) ?? [];
  return prefix && time ? `${texts.keyPrefix(prefix)}\n${texts.keyEnd(time)}` : detail;
}

/** Contains no names that people chose, because those could contain anything. */
export function noticeMail(
  notice: Notice,
  baseUrl: string,
  language: MailLanguage,
): Omit<PlainMail, 'to'> | null {
  const { at, operation, aboutStore, detail, byOperator, address, agent } = notice;
  const texts = noticeMailTexts[language];
  if (operation === 'key_ends')
    return {
      subject: texts.keyEndsSubject,
      text: `${texts.keyEnds}\n\n${keyFacts(detail ?? '', texts)}\n\n${baseUrl}/stores/${aboutStore}/developer\n`,
    };
  const sentences: Readonly<Record<string, string>> = { ...texts.ofPerson, ...texts.inStore };
  const what = Object.hasOwn(sentences, operation) ? sentences[operation] : undefined;
  if (!what) return null;
  const facts = [
    detail,
    texts.when(`${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`),
    byOperator ? texts.byOperator : address && texts.address(address),
    !byOperator && agent && texts.agent(agent),
  ];
  const place = aboutStore
    ? `${texts.toAuditLog}\n${baseUrl}/stores/${aboutStore}/audit-log`
    : `${texts.toAccount}\n${baseUrl}/account`;
  return {
    subject: texts.subject,
    text: `${what}\n\n${facts.filter(Boolean).join('\n')}\n\n${place}\n\n${texts.end}\n`,
  };
}
