import type { FieldProblem, PropertyPath } from '../../../kernel/fields.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { CompiledAttachment, CompiledDesign, RenderedText, RenderJob } from '../../../kernel/ports.ts';
import type { SecretText } from '../../../kernel/secret.ts';
import type { FooterTexts } from '../../library/settings/footer-texts.rules.ts';
import { problemsForAuthor } from './author-problems.rules.ts';
import { keepUnsubscribeLink, type RepairedPart } from './keep-unsubscribe-link.rules.ts';
import { Placeholders, type RecipientValues, type StarterTexts } from './placeholders.rules.ts';

const SECRET_BYTES = 12;

/** An email before its variables are filled in. */
export interface MailSource {
  subject: string;
  previewText: string;
  compiled: CompiledDesign;
  /** The field of the compiled texts, for problems. */
  bodyField: 'bodyDesign' | 'body';
  locale: string;
  /** For marketing email; `null` for transactional. */
  footer: FooterTexts | null;
  /** Whether files are linked at its end. */
  hasDownloads: boolean;
}

export interface MailValues {
  variables: JsonObject;
  /** `null` shows each secret by its name. */
  secrets: RenderJob['secrets'];
}

/** Variables without a value in one text. */
export type MissingAt = Pick<RenderedText, 'path' | 'missing'>;

/** An email rendered for all its recipients. Plain data, so that it can be stored until it is sent. */
export interface RenderedMail {
  /** The text with secret values, for the message itself. */
  wire: StarterTexts;
  /** The text with secret names, for people. */
  shown: StarterTexts;
  /** Part of the placeholders. */
  secret: string;
  missing: string[];
  /** Missing variables by text. */
  missingAt: MissingAt[];
  /** Parts of a marketing email that got the built-in unsubscribe sentence. */
  mended: RepairedPart[];
  /** The names of the secrets that it contains. */
  secrets: string[];
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const footerFields = ['unsubscribeText', 'unsubscribeLinkLabel', 'companyDetails'] as const;

export function textsOfMail({
  subject,
  previewText,
  compiled,
  bodyField,
  footer,
}: Omit<MailSource, 'locale' | 'hasDownloads'>): RenderJob['texts'] {
  const ofFooter = footer === null ? [] : footerFields.map((field) => ({ field, text: footer[field] }));
  return [
    { path: ['subject'], text: subject, escape: 'text' },
    { path: ['previewText'], text: previewText, escape: 'text' },
    { path: [bodyField], text: compiled.html, escape: 'html' },
    { path: [bodyField], text: compiled.text, escape: 'text' },
    ...ofFooter.map(({ field, text }) => ({
      path: ['marketingTexts', field],
      text,
      escape: 'text' as const,
    })),
  ];
}

export const inEmail = <Text>(text: Text) => ({ ...text, goesTo: 'email' as const });

/** Liquid texts of a file: recipients see its name, and its URL is sent to the host that serves it. */
export const liquidOfFile = (
  file: { filename: string } & ({ fileKey: string } | { url: string }),
  path: PropertyPath,
): SecretText[] => [
  inEmail({ path: [...path, 'filename'], text: file.filename }),
  ...('url' in file ? [{ path: [...path, 'url'], text: file.url, goesTo: { url: file.url } }] : []),
];

/** All Liquid texts of an email, including those of its files. */
export const liquidOfMail = (
  source: Parameters<typeof textsOfMail>[0],
  files: readonly CompiledAttachment[],
): SecretText[] => [
  ...textsOfMail(source).map(inEmail),
  ...files.flatMap((file) => [
    ...liquidOfFile(file, ['attachments']),
    { path: ['attachments'], text: file.when },
  ]),
];

/** The only renderer, so that a preview shows exactly what is sent. */
export async function renderMail(
  ctx: Pick<Context, 'storeId' | 'renderer' | 'randomBytes'>,
  source: MailSource,
  { variables, secrets }: MailValues,
): Promise<RenderedMail | { problems: FieldProblem[] }> {
  const secret = ctx.randomBytes(SECRET_BYTES).toString('hex');
  const isMarketing = source.footer !== null;
  const outcome = await ctx.renderer.render(ctx.storeId, {
    texts: textsOfMail(source),
    variables,
    secrets,
    escape: 'html',
    locale: source.locale,
    placeholders: new Placeholders(secret).values(isMarketing, isMarketing || source.hasDownloads),
  });
  if ('problems' in outcome) return problemsForAuthor(outcome.problems, source.bodyField);
  const form = (name: 'wire' | 'shown'): StarterTexts => {
    const [
      subject = '',
      previewText = '',
      html = '',
      text = '',
      sentence = '',
      linkLabel = '',
      companyDetails = '',
    ] = outcome.texts.map((each) => each[name]);
    const footer = isMarketing ? { sentence, linkLabel, companyDetails } : null;
    return { subject, previewText, html, text, footer };
  };
  const { missing } = outcome;
  const missingAt = outcome.texts;
  const [wire, shown] = [form('wire'), form('shown')];
  const secretNames = outcome.texts.flatMap((each) => each.secrets);
  const common = { secret, missing, missingAt, secrets: secretNames };
  if (!isMarketing) return { wire, shown, ...common, mended: [] };
  const kept = keepUnsubscribeLink(wire, secret, source.locale);
  const { texts } = keepUnsubscribeLink(shown, secret, source.locale);
  return { wire: kept.texts, shown: texts, ...common, mended: kept.mended };
}

/** The email of one recipient. */
export function fillMail(
  { subject, previewText, html, text, footer }: StarterTexts,
  secret: string,
  filling: Omit<RecipientValues, 'footer'>,
) {
  const placeholders = new Placeholders(secret);
  const whole = { ...filling, footer };
  return {
    subject: oneLine(placeholders.fillText(subject, whole)),
    previewText: oneLine(placeholders.fillText(previewText, whole)),
    html: placeholders.fillHtml(html, whole),
    text: placeholders.fillText(text, whole),
  };
}

export interface RenderedAttachment {
  filename: string;
  /** The name for people, with names in place of secrets. */
  shownName: string;
  /** The names of the secrets in the file's name. */
  nameSecrets: string[];
  sendAsLink: boolean;
  /** `shownUrl`: the URL with names in place of secrets; `secrets` lists those names. */
  source: { fileKey: string } | { url: string; shownUrl: string; secrets: string[] };
}

/** The files of this email with rendered names and sources, without those whose conditions are not met. */
export async function renderAttachments(
  ctx: Pick<Context, 'storeId' | 'renderer'>,
  attachments: readonly CompiledAttachment[],
  locale: string,
  { variables, secrets }: MailValues,
): Promise<{ files: RenderedAttachment[]; missingAt: MissingAt[] } | { problems: FieldProblem[] }> {
  if (attachments.length === 0) return { files: [], missingAt: [] };
  const texts = attachments.flatMap((each, i) => [
    { path: ['attachments', i, 'filename'], text: each.filename },
    { path: ['attachments', i, 'url'], text: 'url' in each ? each.url : '' },
    { path: ['attachments', i], text: each.when },
  ]);
  const outcome = await ctx.renderer.render(ctx.storeId, {
    texts,
    variables,
    secrets,
    escape: 'none',
    locale,
  });
  if ('problems' in outcome) return outcome;
  const rendered = attachments.flatMap((each, i) => {
    const [name, url, when] = outcome.texts.slice(3 * i, 3 * i + 3) as [
      RenderedText,
      RenderedText,
      RenderedText,
    ];
    if (each.when !== '' && when.wire.trim() !== 'yes') return [];
    const source =
      'url' in each
        ? { url: url.wire.trim(), shownUrl: url.shown.trim(), secrets: url.secrets }
        : { fileKey: each.fileKey };
    const [filename, shownName] = [oneLine(name.wire), oneLine(name.shown)];
    return [{ filename, shownName, nameSecrets: name.secrets, sendAsLink: each.sendAsLink, source }];
  });
  return { files: rendered, missingAt: outcome.texts };
}
