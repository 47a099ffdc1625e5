import type { FieldProblem, PropertyPath } from '../../../kernel/fields.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { DesignJob, LiquidEscape } from '../../../kernel/ports.ts';
import type { FooterTexts } from '../../library/settings/footer-texts.rules.ts';
import { compileMarkedDesign, type MarkedDesign } from '../design/compile-design.rules.ts';
import { LiquidJob } from '../liquid/render-liquid.rules.ts';
import { problemAtBlock, problemsForAuthor } from './author-problems.rules.ts';
import { keepUnsubscribeLink } from './keep-unsubscribe-link.rules.ts';
import { Placeholders } from './placeholders.rules.ts';

export interface MarkedMailJob extends DesignJob {
  subject: string;
  /** For marketing email; `null` for transactional. */
  footer: FooterTexts | null;
  variables: JsonObject;
  unsubscribeUrl: string;
  /** Whether to render the plain text too. */
  hasText?: boolean;
  /** Part of the placeholders; no text of the email may contain it. */
  secret: string;
}

export interface MarkedMail extends MarkedDesign {
  subject: string;
  previewText: string;
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Shows secrets by name. */
const shownPieces = (pieces: readonly string[]) =>
  pieces.map((piece, i) => (i % 2 === 1 ? `[secret:${piece}]` : piece)).join('');

/**
 * Renders a design as its email would look, with block marks. Without them, it is the HTML of the preview.
 * Runs in the editor's Worker, which is terminated if a text takes too long.
 */
export async function drawMarkedMail(job: MarkedMailJob): Promise<MarkedMail | { problems: FieldProblem[] }> {
  const design = await compileMarkedDesign(job, job.hasText);
  return 'problems' in design ? design : renderMarkedMail(job, design);
}

/** The same for a design that is already compiled. */
export function renderMarkedMail(
  job: MarkedMailJob,
  design: MarkedDesign,
): MarkedMail | { problems: FieldProblem[] } {
  const { footer, secret, locale } = job;
  const placeholders = new Placeholders(secret);
  const isMarketing = footer !== null;
  const liquid = new LiquidJob({
    ...{ variables: job.variables, locale, secretLengths: null },
    placeholders: placeholders.values(isMarketing, isMarketing),
  });
  const problems: FieldProblem[] = [];
  const render = (path: PropertyPath, text: string, escaping: LiquidEscape) => {
    const rendered = liquid.render(text, escaping);
    if (!('reason' in rendered)) return shownPieces(rendered.pieces);
    problems.push(
      escaping === 'html' ? problemAtBlock(rendered.reason, path, design) : { path, ...rendered },
    );
    return '';
  };
  const texts = {
    subject: render(['subject'], job.subject, 'text'),
    previewText: render(['previewText'], job.previewText, 'text'),
    html: render(['bodyDesign'], design.html, 'html'),
    text: job.hasText ? render(['bodyDesign'], design.text, 'text') : '',
    footer: footer && {
      sentence: render(['marketingTexts', 'unsubscribeText'], footer.unsubscribeText, 'text'),
      linkLabel: render(['marketingTexts', 'unsubscribeLinkLabel'], footer.unsubscribeLinkLabel, 'text'),
      companyDetails: render(['marketingTexts', 'companyDetails'], footer.companyDetails, 'text'),
    },
  };
  if (problems.length > 0) return problemsForAuthor(problems, 'bodyDesign');
  const kept = isMarketing ? keepUnsubscribeLink(texts, secret, locale).texts : texts;
  const filling = { footer: kept.footer, unsubscribeUrl: job.unsubscribeUrl, downloads: [] };
  return {
    ...design,
    subject: oneLine(placeholders.fillText(kept.subject, filling)),
    previewText: oneLine(placeholders.fillText(kept.previewText, filling)),
    text: job.hasText ? placeholders.fillText(kept.text, filling) : '',
    html: placeholders.fillHtml(kept.html, filling),
  };
}
