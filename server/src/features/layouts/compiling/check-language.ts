import type { FieldProblem } from '../../../kernel/fields.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { CompiledDesign, LiquidText } from '../../../kernel/ports.ts';
import type { BodyType, LanguageContent } from '../content/layout-state.schema.ts';
import { compileOrReuse } from './compiled-language.ts';

/** Texts with Liquid that are not compiled. */
export function liquidTextsOf({ subject, attachments, marketingTexts }: LanguageContent): LiquidText[] {
  const ofAttachments = (attachments ?? []).flatMap((item, i): LiquidText[] => [
    { path: ['attachments', i, 'filename'], text: item.filename },
    ...('url' in item ? [{ path: ['attachments', i, 'url'], text: item.url }] : []),
  ]);
  const ofTexts = Object.entries(marketingTexts ?? {}).flatMap(([field, text]): LiquidText[] =>
    typeof text === 'string' ? [{ path: ['marketingTexts', field], text }] : [],
  );
  return [{ path: ['subject'], text: subject }, ...ofAttachments, ...ofTexts];
}

export type Checked = { input: Buffer; compiled: CompiledDesign } | { problems: FieldProblem[] };

/** Problems that keep a language from being sent, in the order of its fields; if none, what was compiled. */
export async function checkLanguage(
  ctx: ActorContext,
  layoutId: string | null,
  bodyType: BodyType,
  locale: string,
  content: LanguageContent,
): Promise<Checked> {
  const [inTexts, { input, outcome }] = await Promise.all([
    ctx.liquid.check(ctx.storeId, liquidTextsOf(content)),
    compileOrReuse(ctx, layoutId, { bodyType, locale, content }),
  ]);
  const inBody = 'problems' in outcome ? outcome.problems : [];
  const isFirst = ({ path }: FieldProblem) => path[0] === 'subject';
  const problems = [...inTexts.filter(isFirst), ...inBody, ...inTexts.filter((each) => !isFirst(each))];
  if (problems.length > 0 || 'problems' in outcome) return { problems };
  return { input, compiled: outcome };
}
