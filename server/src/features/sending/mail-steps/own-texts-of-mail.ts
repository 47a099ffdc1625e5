import type { Context } from '../../../kernel/operation.ts';
import { publicFilesIn, publicFileUrl } from '../../library/files/file-keys.rules.ts';
import { type OwnTexts, ownTexts } from '../../records/masking/own-texts.rules.ts';
import { footerTextToHtml } from '../../rendering/mails/placeholders.rules.ts';
import type { MailSource } from '../../rendering/mails/render-mail.ts';

const LIQUID = /\{\{.*?\}\}|\{%.*?%\}/s;

/** The author's literal text between the Liquid, and each of its lines. */
const literalsOf = (liquid: string) =>
  liquid.split(LIQUID).flatMap((literal) => [literal, ...literal.split(/\r?\n/)].map((each) => each.trim()));

/**
 * The store's own texts in an email: the URLs of its images and the text of its footer, as written by the
 * author. They contain no text from variables (contract: History and stats 18).
 */
export function ownTextsOfMail(
  ctx: Pick<Context, 'baseUrl' | 'storeId'>,
  { compiled, footer }: Pick<MailSource, 'compiled' | 'footer'>,
): OwnTexts {
  const written = [compiled.html, compiled.text];
  const keys = written.flatMap((text) => publicFilesIn(text, ctx.baseUrl, ctx.storeId));
  const links = keys.flatMap((key) => [publicFileUrl(ctx.baseUrl, ctx.storeId, key), key]);
  const literals = footer === null ? [] : Object.values(footer).flatMap(literalsOf);
  return ownTexts(
    links,
    literals.flatMap((literal) => [literal, footerTextToHtml(literal)]),
  );
}
