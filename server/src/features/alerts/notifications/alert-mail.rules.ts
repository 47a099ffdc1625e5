import type { PlainMail } from '../../../kernel/people.ts';
import type { WatchedCause } from '../alerts/alerts.schema.ts';
import { type AlertMailTexts, mailTexts } from './alert-mail-texts.rules.ts';
import type { NotificationLanguage } from './choices.schema.ts';

/** The most alerts listed in one email; the page lists all. */
const MAX_LISTED_ALERTS = 10;

const written = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export interface AlertNotification {
  event: 'opened' | 'closed';
  watch: WatchedCause;
}

function paragraph({ event, watch }: AlertNotification, texts: AlertMailTexts): string {
  const { count, firstAt, lastAt, closedWhy, firstId } = watch;
  const said = texts.reasons[watch.reason](watch);
  const begun = event === 'opened' ? said : `${texts.over[closedWhy ?? 'recovered']}\n${said}`;
  const counted = firstId === null ? '' : `\n${texts.counted(count, written(firstAt), written(lastAt))}`;
  return `${begun}${counted}`;
}

/**
 * One email with all pending alerts of a store. It contains no user-chosen names, which could be abused for phishing.
 */
export function alertMail(
  told: readonly AlertNotification[],
  language: NotificationLanguage,
  page: string,
): Omit<PlainMail, 'to'> {
  const texts = mailTexts[language];
  const [only] = told;
  const subject =
    told.length === 1 && only
      ? texts.subject[only.event](texts.kinds[only.watch.kind])
      : texts.several(told.length);
  const paragraphs = told.slice(0, MAX_LISTED_ALERTS).map((each) => paragraph(each, texts));
  const more = told.length > MAX_LISTED_ALERTS ? [texts.more(told.length - MAX_LISTED_ALERTS)] : [];
  return { subject, text: `${[...paragraphs, ...more, `${texts.place}\n${page}`].join('\n\n')}\n` };
}
