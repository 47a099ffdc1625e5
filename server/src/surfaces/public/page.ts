import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../kernel/html.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import { PAGE_STYLE } from './page-style.ts';
import { type SpokenTexts, textsIn } from './page-texts/page-texts.ts';

/** A page that a recipient sees: a heading, a sentence, perhaps a button. */
export interface Page {
  texts: SpokenTexts;
  heading: string;
  sentence: string;
  /** Values for the names in braces of the sentence. */
  values?: Readonly<Record<string, string>>;
  /** Posts its name to the page's own address. */
  button?: { name: string; label: string; quiet?: boolean };
}

/** No script, no foreign resource, no framing, and no referrer: the address is its reader's secret. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** Each value apart from the writing around it, which may run the other way. */
const filled = (sentence: string, values: Readonly<Record<string, string>>) =>
  escapeHtml(sentence).replace(
    /\{(\w+)\}/g,
    (_, name: string) => `<bdi>${escapeHtml(values[name] ?? '')}</bdi>`,
  );

const drawnButton = ({ name, label, quiet }: NonNullable<Page['button']>) =>
  `<form method="post"><button name="${name}" value="1"${quiet ? ' class="quiet"' : ''}>${escapeHtml(label)}</button></form>`;

function renderPage({ texts, heading, sentence, values = {}, button }: Page): string {
  return `<!doctype html>
<html lang="${texts.lang}" dir="${texts.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${filled(sentence, values)}</p>
${button ? drawnButton(button) : ''}
</main>
</body>
</html>
`;
}

export const sendPage = (reply: FastifyReply, page: Page, status = 200) =>
  reply.code(status).headers(HEADERS).send(renderPage(page));

/** The same page for everything that may be wrong with a link. */
export function sendBrokenLink(request: FastifyRequest, reply: FastifyReply) {
  const texts = textsIn(...acceptedLanguages(request.headers['accept-language']));
  return sendPage(reply, { texts, heading: texts.broken, sentence: texts.brokenText }, 404);
}
