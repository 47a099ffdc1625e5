import { z } from 'zod';
import { invalid } from '../../../kernel/fields.ts';
import { idInput } from '../../../kernel/id.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type ActorContext, operation } from '../../../kernel/operation.ts';
import { cutPage, isFound, pageInput, pageOf, searchInput } from '../../../kernel/page.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { contentOfInput, inputPlace } from '../../delivery/ledger/input-place.rules.ts';
import { recentStepInputs } from '../../delivery/ledger/ledger.store.ts';
import { compileAndStore } from '../compiling/compiled-language.ts';
import { placesOfLiquid } from '../compiling/liquid-places.ts';
import { localesOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { requireWholeLayout } from '../content/require-layout.ts';
import { isGiven } from '../content/variables.rules.ts';
import { stateOf } from '../saving/save-layout.ts';

const RECENT_STEPS = 10;

/** Where each variable is used. */
async function placesOf(ctx: ActorContext, layoutId: string, state: LayoutState, locale: string) {
  const content = state.languages[locale] as LanguageContent;
  const compiled = await compileAndStore(ctx, layoutId, state, locale);
  const outcome = await placesOfLiquid(ctx, content, compiled);
  if ('problems' in outcome) throw invalid(outcome.problems);
  return [...outcome.places].filter(([path]) => path.startsWith('variables'));
}

async function recentVariables(ctx: ActorContext, layoutId: string): Promise<JsonObject[]> {
  const inputs = await recentStepInputs(ctx.db, layoutId, RECENT_STEPS);
  if (inputs.length === 0) return [];
  const vault = await ctx.vault.unlock();
  return inputs.map(({ executionId, sealed }) => {
    const { variables } = contentOfInput(vault.open(inputPlace(executionId), sealed));
    return isPlainObject(variables) ? variables : {};
  });
}

export const getLayoutVariables = operation({
  name: 'get_email_template_variables',
  summary: 'List the variables that a layout uses, and where.',
  description: 'In every language, with whether recent workflow steps have sent them.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/variables' }],
  tool: {
    name: 'get_email_template_variables',
    title: 'List the variables of a layout',
    toolset: 'layouts',
    annotations: reading,
  },
  input: z.object({ id: idInput('layout'), ...pageInput, ...searchInput('the path') }),
  output: pageOf(
    z.object({
      path: z.string().describe('As one writes it in Liquid: `variables.order.name`.'),
      usedIn: z.array(z.object({ locale: z.string(), field: z.string() })),
      sentRecently: z
        .boolean()
        .nullable()
        .describe(
          `Whether one of the last ${RECENT_STEPS} steps has sent it; \`null\` when there was no step.`,
        ),
    }),
  ),
  find: requireWholeLayout,
  async run(ctx, { page, limit, q }, stored) {
    const state = stateOf(stored);
    const { id } = stored.row;
    const uses = new Map<string, { locale: string; field: string }[]>();
    for (const locale of localesOf(state)) {
      for (const [path, fields] of await placesOf(ctx, id, state, locale))
        uses.set(path, [...(uses.get(path) ?? []), ...fields.map((field) => ({ locale, field }))]);
    }
    const sent = await recentVariables(ctx, id);
    const paths = [...uses.keys()].filter((path) => isFound(q, [path])).sort();
    return {
      value: cutPage(
        { page, limit },
        paths.map((path) => ({
          path,
          usedIn: uses.get(path) ?? [],
          sentRecently: sent.length === 0 ? null : sent.some((variables) => isGiven(path, variables)),
        })),
      ),
    };
  },
});
