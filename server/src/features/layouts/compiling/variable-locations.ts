import { fieldName } from '../../../kernel/fields.ts';
import { textsOf } from '../../../kernel/json.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { CompiledDesign, LiquidProblem, LiquidText } from '../../../kernel/ports.ts';
import { safeName } from '../../../kernel/safe-name.ts';
import type { SecretText } from '../../../kernel/secret.ts';
import { globalNames } from '../../rendering/liquid/liquid-names.rules.ts';
import { inEmail, liquidOfFile } from '../../rendering/mails/render-mail.ts';
import type { LanguageContent } from '../content/layout-state.schema.ts';

const PREVIEW_LINE = 'previewText';
const DESIGN = 'bodyDesign';

/** Texts with Liquid that are not compiled. */
export function liquidTextsOf({ subject, attachments, marketingTexts }: LanguageContent): SecretText[] {
  const attachmentTexts = (attachments ?? []).flatMap((item, i) => liquidOfFile(item, ['attachments', i]));
  const marketingLiquid = Object.entries(marketingTexts ?? {}).flatMap(([field, text]) =>
    typeof text === 'string' ? [inEmail({ path: ['marketingTexts', field], text })] : [],
  );
  return [inEmail({ path: ['subject'], text: subject }), ...attachmentTexts, ...marketingLiquid];
}

/** Block members that contain a bare Liquid expression, without braces. */
const expressions: readonly unknown[] = ['if', 'showIf', 'source', 'currency'];

const fieldsOfDesign = ({ testVariables: _, ...design }: NonNullable<LanguageContent['bodyDesign']>) =>
  textsOf(design).map(
    ({ path, text }): LiquidText => ({
      path: [DESIGN, ...path],
      text: expressions.includes(path.at(-1)) ? `{% if ${text} %}{% endif %}` : text,
    }),
  );

/** The compiled design. Only here is it visible which variables blocks assign for each other. */
const wholeOfDesign = ({ html, attachments }: CompiledDesign): LiquidText[] =>
  [html, ...attachments.flatMap((each) => [each.filename, each.when, 'url' in each ? each.url : ''])].map(
    (text) => ({ path: [DESIGN], text }),
  );

/**
 * The paths that a language reads from its input, each with the fields that use it. Fields of a design are as
 * specific as possible. Paths are written as in Liquid: `variables.order.name`.
 */
export async function variableLocations(
  ctx: Pick<Context, 'renderer' | 'storeId'>,
  content: LanguageContent,
  compiled: CompiledDesign,
): Promise<{ places: Map<string, string[]> } | { problems: LiquidProblem[] }> {
  const outside = [...liquidTextsOf(content), { path: [PREVIEW_LINE], text: content.previewText }];
  const fields =
    content.bodyDesign === null
      ? [...outside, { path: ['body'], text: content.body ?? '' }]
      : [...outside, ...fieldsOfDesign(content.bodyDesign)];
  const whole = content.bodyDesign === null ? [] : wholeOfDesign(compiled);
  const outcome = await ctx.renderer.uses(ctx.storeId, [...fields, ...whole]);
  if ('problems' in outcome) return outcome;
  const ofWhole = new Set(outcome.uses.slice(fields.length).flatMap(({ variables }) => variables));
  const places = new Map<string, string[]>();
  const add = (path: string, field: string) => {
    const known = places.get(path) ?? [];
    if (!known.includes(field)) places.set(path, [...known, field]);
  };
  for (const { path, variables } of outcome.uses.slice(0, fields.length))
    for (const each of variables) if (path[0] !== DESIGN || ofWhole.has(each)) add(each, fieldName(path));
  for (const each of ofWhole) {
    // The preview line is compiled into the email as well.
    const isSaidExactly = places
      .get(each)
      ?.some((field) => field.startsWith(`${DESIGN}.`) || field === PREVIEW_LINE);
    if (!isSaidExactly) add(each, DESIGN);
  }
  return { places };
}

const MAX_WARNINGS = 20;

/**
 * Warns about paths that are empty in every email, usually because `variables.` is missing
 * (contract: Layouts 13).
 */
export async function unknownNameWarnings(
  ctx: Pick<Context, 'renderer' | 'storeId'>,
  content: LanguageContent,
  compiled: CompiledDesign,
): Promise<Message[]> {
  const outcome = await variableLocations(ctx, content, compiled);
  if ('problems' in outcome) return [];
  const sentences = [...outcome.places]
    .filter(([path]) => !globalNames.includes(/^[^.[]+/.exec(path)?.[0]))
    .flatMap(([path, fields]) =>
      fields.map((field) => {
        const reason = message('variable_always_empty', {
          path: safeName(path),
          meant: `variables.${safeName(path)}`,
        });
        return message('field_problem', { field, reason });
      }),
    );
  const more = sentences.length - MAX_WARNINGS;
  return more > 0 ? [...sentences.slice(0, MAX_WARNINGS), message('and_more', { count: more })] : sentences;
}
