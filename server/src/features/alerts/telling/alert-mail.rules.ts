import type { PlainMail } from '../../../kernel/people.ts';
import type { Watch } from '../alerts/alerts.schema.ts';
import { type MailTexts, mailTexts } from './alert-mail-texts.rules.ts';
import type { Language } from './choices.schema.ts';

/** In one mail; the page has them all. */
const MOST_TOLD = 10;

const written = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export interface Told {
  event: 'opened' | 'closed';
  watch: Watch;
}

function paragraph({ event, watch }: Told, texts: MailTexts): string {
  const { count, firstAt, lastAt, closedWhy, firstId } = watch;
  const said = texts.reasons[watch.reason](watch);
  const begun = event === 'opened' ? said : `${texts.over[closedWhy ?? 'recovered']}\n${said}`;
  const counted = firstId === null ? '' : `\n${texts.counted(count, written(firstAt), written(lastAt))}`;
  return `${begun}${counted}`;
}

/** One mail for all that a person is to be told of a store at once. No names that people chose: they could say anything. */
export function alertMail(told: readonly Told[], language: Language, page: string): Omit<PlainMail, 'to'> {
  const texts = mailTexts[language];
  const [only] = told;
  const subject =
    told.length === 1 && only
      ? texts.subject[only.event](texts.kinds[only.watch.kind])
      : texts.several(told.length);
  const paragraphs = told.slice(0, MOST_TOLD).map((each) => paragraph(each, texts));
  const more = told.length > MOST_TOLD ? [texts.more(told.length - MOST_TOLD)] : [];
  return { subject, text: `${[...paragraphs, ...more, `${texts.place}\n${page}`].join('\n\n')}\n` };
}
