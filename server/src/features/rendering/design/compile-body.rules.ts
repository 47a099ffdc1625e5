import { type Message, message } from '../../../kernel/messages/message.ts';
import type { BodyJob, DesignOutcome } from '../../../kernel/ports.ts';
import { checkLiquid } from '../liquid/check-liquid.rules.ts';
import { BodyHtml } from './body-html.rules.ts';
import { bodyPage } from './body-page.rules.ts';
import { bodyText } from './body-text.rules.ts';
import { compiledPage, lengthProblem } from './compiled-page.rules.ts';
import { escapeText, LiquidMarks } from './liquid-marks.rules.ts';
import { TextError } from './text-error.rules.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * The HTML of a text layout as the HTML and the plain text of an email, both still Liquid. It stays as
 * its author wrote it, except for Liquid inside tags. Untrusted text: call it only in a process that can be killed.
 */
export function compileBody({ body, path, locale, previewText }: BodyJob): DesignOutcome {
  const refused = (reason: Message, at = path): DesignOutcome => ({ problems: [{ path: at, reason }] });
  if (new TextEncoder().encode(body).length > MAX_BYTES) return refused(message('at_most_1_mb'));
  const tooLong = lengthProblem(body);
  if (tooLong !== null) return refused(tooLong);
  const previewReason = checkLiquid(previewText);
  if (previewReason !== null) return refused(previewReason, ['previewText']);
  const reason = checkLiquid(body);
  if (reason !== null) return refused(reason);
  try {
    return compiled({ body, path, locale, previewText });
  } catch (error) {
    if (error instanceof TextError) return refused(error.said);
    throw error;
  }
}

function compiled({ body, path, locale, previewText }: BodyJob): DesignOutcome {
  const marks = new LiquidMarks(body + previewText);
  const brace = marks.add('{{ "{" }}');
  // Braces between `raw` and `endraw` must not become Liquid.
  const marked = marks.mark(body, (text) => text.replace(/\{(?=[{%]|$)/g, brace));
  const html = new BodyHtml(marks);
  const pieces = html.scan(marked);
  const page = bodyPage(pieces, (some) => html.written(marked, some), {
    preview: marks.mark(previewText, escapeText).trim(),
    locale,
    marks,
  });
  const text = bodyText(marked, pieces, marks);
  return compiledPage({ html: page, text: text === '' ? '' : `${text}\n\n`, attachments: [], path }, marks);
}
