import { escapeHtml } from '../../../kernel/escaping.ts';
import { message } from '../../../kernel/messages/message.ts';
import { builtInText } from '../../library/settings/built-in-texts.rules.ts';
import { Placeholders, type StarterTexts } from './placeholders.rules.ts';
import { htmlContainsLink, textContainsLink } from './shown-address.rules.ts';

/** A part of an email that got the built-in sentence because the author's text showed no link. */
export type RepairedPart = 'HTML' | 'plain text';

const STYLE =
  'display:block!important;max-width:600px;margin:0 auto;padding:16px 24px;font-family:sans-serif;font-size:13px;line-height:1.5;color:#757575;text-align:center';

const LINK = '{{ unsubscribe_link }}';

function sentence(locale: string, url: string) {
  const [before = '', after = ''] = builtInText('unsubscribeText', locale).split(LINK);
  const label = builtInText('unsubscribeLinkLabel', locale);
  const link = `<a href="${url}" style="color:inherit">${escapeHtml(label)}</a>`;
  return {
    html: `<p style="${STYLE}">${escapeHtml(before)}${link}${escapeHtml(after)}</p>`,
    text: `${before}${label}: ${url}${after}`,
  };
}

/** The HTML with the sentence at its end or, if it would be hidden there, at its start. */
function* places(html: string, block: string): Generator<string> {
  const end = html.toLowerCase().lastIndexOf('</body');
  const at = end < 0 ? html.length : end;
  yield html.slice(0, at) + block + html.slice(at);
  const body = /<body(?:\s[^>]*)?>/i.exec(html);
  const start = body ? body.index + body[0].length : 0;
  yield html.slice(0, start) + block + html.slice(start);
}

/** If the HTML of an email hides everything, its plain text is shown instead. */
const asPage = (text: string, block: string) =>
  `<!doctype html><html><body><div style="white-space:pre-wrap">${escapeHtml(text)}</div>${block}</body></html>`;

/**
 * Ensures that both parts of a marketing email show the recipient's own link (contract: Sending 13).
 * Placeholders stand for the URL, so no other text of the email can be mistaken for it.
 */
export function keepUnsubscribeLink(
  texts: StarterTexts,
  secret: string,
  locale: string,
): { texts: StarterTexts; mended: RepairedPart[] } {
  const placeholders = new Placeholders(secret);
  const { url } = placeholders;
  const filling = { footer: texts.footer, unsubscribeUrl: url, downloads: [] };
  const isShown = (html: string) => htmlContainsLink(placeholders.fillHtml(html, filling), url);
  const block = sentence(locale, url);
  const mended: RepairedPart[] = [];
  let { html, text } = texts;
  if (!textContainsLink(placeholders.fillText(text, filling), url)) {
    mended.push('plain text');
    text = `${text.trimEnd()}\n\n${block.text}\n`;
  }
  if (!isShown(html)) {
    mended.unshift('HTML');
    html = [...places(html, block.html)].find(isShown) ?? asPage(texts.text, block.html);
  }
  return { texts: { ...texts, html, text }, mended };
}

/** For the timeline and for previews. */
export const repairedLinkSentence = (mended: readonly RepairedPart[]) =>
  message('unsubscribe_link_added', {
    where: message(mended.length > 1 ? 'part_both' : mended[0] === 'HTML' ? 'part_html' : 'part_text'),
  });
