import type { PropertyPath } from '../../../kernel/fields.ts';
import { type Message, message, textOf } from '../../../kernel/messages/message.ts';
import type { CompiledAttachment, DesignOutcome } from '../../../kernel/ports.ts';
import { checkLiquid } from '../liquid/check-liquid.rules.ts';
import { MAX_TEXT_LENGTH } from '../liquid/liquid-engine.rules.ts';
import type { LiquidMarks } from './liquid-marks.rules.ts';

/** Gmail clips an email near 102 KB. */
const LONG_HTML = 90 * 1024;

export interface MarkedPage {
  html: string;
  /** Without the placeholder for the footer. */
  text: string;
  attachments: CompiledAttachment[];
  /** Its path in the input, for problems. */
  path: PropertyPath;
}

/** Restores the Liquid in both parts of an email, and checks that they can be rendered. */
export function compiledPage(page: MarkedPage, marks: LiquidMarks): DesignOutcome {
  const html = marks.restore(page.html);
  const text = plainText(page.text, marks);
  const reason = pageProblem(html) ?? pageProblem(text);
  if (reason !== null) return { problems: [{ path: page.path, reason }] };
  const bytes = new TextEncoder().encode(html).length;
  const warnings = bytes > LONG_HTML ? [textOf(message('html_size', { size: Math.ceil(bytes / 1024) }))] : [];
  return { html, text, attachments: page.attachments, warnings };
}

/** Adds the footer placeholder to the plain text. Braces that are not Liquid must not become Liquid. */
export const plainText = (plain: string, marks: LiquidMarks) =>
  marks.restore(
    `${plain.replaceAll('{', marks.add('{{ "{" }}'))}${marks.add('{% if mail_footer %}{{ mail_footer }}\n{% endif %}')}`,
  );

export const lengthProblem = (page: string): Message | null =>
  page.length > MAX_TEXT_LENGTH
    ? message('html_too_long', { length: Math.ceil(page.length / 1000), max: MAX_TEXT_LENGTH / 1000 })
    : null;

const pageProblem = (page: string) => lengthProblem(page) ?? checkLiquid(page);
