import type { FieldProblem } from '../../../kernel/fields.ts';
import { textOf } from '../../../kernel/messages/message.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { CompiledDesign } from '../../../kernel/ports.ts';
import { unusableSecrets } from '../../access/secrets/resolve-secrets.ts';
import { liquidOfMail } from '../../rendering/mails/render-mail.ts';
import type { BodyType, LanguageContent } from '../content/layout-state.schema.ts';
import { tagWarnings } from '../content/marketing-warnings.rules.ts';
import { compileOrReuse } from './compiled-language.ts';
import { liquidTextsOf, unknownNameWarnings } from './variable-locations.ts';

export type LanguageCheck =
  | { input: Buffer; compiled: CompiledDesign; warnings: string[] }
  | { problems: FieldProblem[] };

/**
 * Returns the problems that prevent a language from being sent, in field order. If there are none, returns
 * the compiled language with warnings for its author.
 */
export async function checkLanguage(
  ctx: ActorContext,
  layoutId: string | null,
  bodyType: BodyType,
  locale: string,
  content: LanguageContent,
): Promise<LanguageCheck> {
  const [inTexts, { input, outcome }] = await Promise.all([
    ctx.liquid.check(ctx.storeId, liquidTextsOf(content)),
    compileOrReuse(ctx, layoutId, { bodyType, locale, content }),
  ]);
  const inBody = 'problems' in outcome ? outcome.problems : [];
  const isFirst = ({ path }: FieldProblem) => path[0] === 'subject';
  const problems = [...inTexts.filter(isFirst), ...inBody, ...inTexts.filter((each) => !isFirst(each))];
  if (problems.length > 0 || 'problems' in outcome) return { problems };
  const { subject, previewText } = content;
  const mail = { subject, previewText, compiled: outcome, bodyField: 'body', footer: null } as const;
  const texts = [...liquidOfMail(mail, outcome.attachments), ...liquidTextsOf(content)];
  const told = [
    ...(await unknownNameWarnings(ctx, content, outcome)),
    ...(await unusableSecrets(ctx, texts)),
    ...tagWarnings(content),
  ];
  const warnings = told.map(textOf);
  return { input, compiled: outcome, warnings };
}
