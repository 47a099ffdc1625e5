import type { FieldProblem } from '../../kernel/fields.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import type { CompiledDesign, RenderJob } from '../../kernel/ports.ts';
import type { FooterTexts } from './footer.rules.ts';
import { emptyPlaceholders, type Footer, StandIns } from './stand-ins.rules.ts';

const SECRET_BYTES = 12;

/** A mail before it is filled in. */
export interface MailSource {
  subject: string;
  previewText: string;
  compiled: CompiledDesign;
  /** Where the compiled texts came from, for problems. */
  bodyField: 'bodyDesign' | 'body';
  locale: string;
  /** Of marketing mail; `null` for transactional. */
  footer: FooterTexts | null;
}

export interface MailValues {
  variables: JsonObject;
  /** `null` shows each secret by its name. */
  secrets: RenderJob['secrets'];
}

/** One form of a rendered mail: with secrets for the wire, or with their names for people. */
interface Texts {
  subject: string;
  previewText: string;
  html: string;
  text: string;
}

export interface RenderedMail {
  /** The mail for the recipient who unsubscribes at this address. */
  shownFor(unsubscribeUrl: string): Texts;
  wireFor(unsubscribeUrl: string): Texts;
  missing: string[];
}

type Form = 'wire' | 'shown';

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function textsOf({ subject, previewText, compiled, bodyField, footer }: MailSource): RenderJob['texts'] {
  const parts = [
    { path: ['subject'], text: subject, escape: 'text' },
    { path: ['previewText'], text: previewText, escape: 'text' },
    { path: [bodyField], text: compiled.html, escape: 'html' },
    { path: [bodyField], text: compiled.text, escape: 'text' },
  ] as const;
  if (footer === null) return parts;
  const ofFooter = (['unsubscribeText', 'unsubscribeLinkLabel', 'companyDetails'] as const).map((field) => ({
    path: ['marketingTexts', field],
    text: footer[field],
    escape: 'text' as const,
  }));
  return [...parts, ...ofFooter];
}

/** The one renderer: what a preview shows is what goes out. */
export async function renderMail(
  ctx: Pick<Context, 'storeId' | 'renderer' | 'randomBytes'>,
  source: MailSource,
  { variables, secrets }: MailValues,
): Promise<RenderedMail | { problems: FieldProblem[] }> {
  const standIns = source.footer && new StandIns(ctx.randomBytes(SECRET_BYTES).toString('hex'));
  const outcome = await ctx.renderer.render(ctx.storeId, {
    texts: textsOf(source),
    variables,
    secrets,
    escape: 'html',
    locale: source.locale,
    placeholders: standIns?.placeholders ?? emptyPlaceholders,
  });
  if ('problems' in outcome) return outcome;
  const { texts, missing } = outcome;

  const filled = (form: Form, url: string): Texts => {
    const [
      subject = '',
      previewText = '',
      html = '',
      text = '',
      sentence = '',
      linkLabel = '',
      companyDetails = '',
    ] = texts.map((each) => each[form]);
    const footer: Footer = { sentence, linkLabel, companyDetails };
    const plain = (value: string) => standIns?.text(value, footer, url) ?? value;
    return {
      subject: oneLine(plain(subject)),
      previewText: oneLine(plain(previewText)),
      html: standIns?.html(html, footer, url) ?? html,
      text: plain(text),
    };
  };
  return {
    shownFor: (url) => filled('shown', url),
    wireFor: (url) => filled('wire', url),
    missing,
  };
}
