import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../../kernel/accepted-languages.ts';
import { escapeHtml } from '../../kernel/escaping.ts';
import { type LocalizedTexts, textsIn } from './page-texts/page-texts.ts';

/** Inlined unchanged: the content security policy allows it by its hash. */
const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f4f5f7; --sheet: #fff; --ink: #1c2127; --soft: #5a6472; --line: #d9dde3;
  --accent: #1f5fbf; --on-accent: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171b; --sheet: #1e2329; --ink: #eceff3; --soft: #aab3bf; --line: #353c45; --accent: #8ab8ff;
    --on-accent: #10151c }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { width: 100%; max-width: 30rem; padding: 2rem; background: var(--sheet); border: 1px solid var(--line);
  border-radius: .75rem; text-align: start; overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.3 }
p { margin: 0; color: var(--soft) }
bdi { color: var(--ink); font-weight: 600 }
form { margin: 1.5rem 0 0 }
button { width: 100%; min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem }
button.quiet { color: var(--ink); background: transparent; border-color: var(--soft) }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@media (max-width: 26rem) { main { padding: 1.5rem } }
`;

/** A page for a recipient: a heading, a sentence, and optionally a button. */
export interface RecipientPage {
  texts: LocalizedTexts;
  heading: string;
  sentence: string;
  /** Values for the placeholders in the sentence. */
  values?: Readonly<Record<string, string>>;
  /** Posts its name to the URL of the page. */
  button?: { name: string; label: string; quiet?: boolean };
}

/** No scripts, no foreign resources, no framing, and no referrer, because the URL is the reader's secret. */
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

/** Isolates each value from the surrounding text, which may run in the other direction. */
const filled = (sentence: string, values: Readonly<Record<string, string>>) =>
  escapeHtml(sentence).replace(
    /\{(\w+)\}/g,
    (_, name: string) => `<bdi>${escapeHtml(values[name] ?? '')}</bdi>`,
  );

const drawnButton = ({ name, label, quiet }: NonNullable<RecipientPage['button']>) =>
  `<form method="post"><button name="${name}" value="1"${quiet ? ' class="quiet"' : ''}>${escapeHtml(label)}</button></form>`;

function renderPage({ texts, heading, sentence, values = {}, button }: RecipientPage): string {
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

export const sendPage = (reply: FastifyReply, page: RecipientPage, status = 200) =>
  reply.code(status).headers(HEADERS).send(renderPage(page));

/** The same page for every problem with a link. */
export function sendBrokenLink(request: FastifyRequest, reply: FastifyReply) {
  const texts = textsIn(...acceptedLanguages(request.headers['accept-language']));
  return sendPage(reply, { texts, heading: texts.broken, sentence: texts.brokenText }, 404);
}
