import { z } from 'zod';
import { invalid } from '../../../kernel/fields.ts';
import { idInput } from '../../../kernel/id.ts';
import { type ActorContext, operation } from '../../../kernel/operation.ts';
import { isFound, pageInput, pageOf, pageOfArray, searchInput } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { compileAndStore } from '../compiling/compiled-language.ts';
import { variableLocations } from '../compiling/variable-locations.ts';
import { localesOf } from '../content/languages.rules.ts';
import { requireWholeLayout } from '../content/layout-document.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { hasVariable } from '../content/variables.rules.ts';
import { stateOf } from '../saving/save-layout.ts';
import { findSentVariables } from '../sent-variables/find-sent-variables.ts';
import { recentStepsOf } from '../sent-variables/recent-steps.ts';
import { sentMembers, sentSteps } from '../sent-variables/sent-variables.schema.ts';

const RECENT_STEPS = 10;

/** Where each variable is used. */
async function placesOf(ctx: ActorContext, layoutId: string, state: LayoutState, locale: string) {
  const content = state.languages[locale] as LanguageContent;
  const compiled = await compileAndStore(ctx, layoutId, state, locale);
  const outcome = await variableLocations(ctx, content, compiled);
  if ('problems' in outcome) throw invalid(outcome.problems);
  return [...outcome.places].filter(([path]) => path.startsWith('variables'));
}

/** Lists paths, and values only if the caller requests them (contract: Layouts 10). */
export const getLayoutVariables = operation({
  name: 'get_email_template_variables',
  summary: 'List the variables that a layout uses, and where.',
  description:
    'Covers every language, and shows whether recent workflow steps sent each variable. `sent=true` adds what recent steps sent: the kind of each variable, a masked sample and how many steps sent it, including variables that the layout does not use yet.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/variables' }],
  tool: {
    name: 'get_email_template_variables',
    title: 'List the variables of a layout',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  input: z.object({
    id: idInput('layout'),
    sent: z
      .boolean()
      .optional()
      .describe(
        '`true`: also describe what recent steps sent, masked. For a layout that no step has used yet, this describes what steps of other layouts sent.',
      ),
    ...pageInput,
    ...searchInput('the path'),
  }),
  output: pageOf(
    z.object({
      path: z.string().describe('As written in Liquid: `variables.order.name`.'),
      usedIn: z.array(z.object({ locale: z.string(), field: z.string() })),
      sentRecently: z
        .boolean()
        .nullable()
        .describe(`Whether one of the last ${RECENT_STEPS} steps sent it; \`null\` if there were no steps.`),
      ...z.object(sentMembers).partial().shape,
    }),
  ).extend({ steps: sentSteps.optional().describe('With `sent=true`: the steps that were examined.') }),
  find: requireWholeLayout,
  async run(ctx, { page, limit, q, sent: withSent }, stored) {
    const state = stateOf(stored);
    const { id } = stored.row;
    const uses = new Map<string, { locale: string; field: string }[]>();
    for (const locale of localesOf(state)) {
      for (const [path, fields] of await placesOf(ctx, id, state, locale))
        uses.set(path, [...(uses.get(path) ?? []), ...fields.map((field) => ({ locale, field }))]);
    }
    const own = await recentStepsOf(ctx, id, withSent ? {} : { steps: RECENT_STEPS });
    const recent = own.slice(0, RECENT_STEPS);
    const sent = withSent ? await findSentVariables(ctx, own) : null;
    const paths = new Set([...uses.keys(), ...(sent?.paths ?? [])]);
    const items = [...paths]
      .filter((path) => isFound(q, [path]))
      .sort()
      .map((path) => ({
        path,
        usedIn: uses.get(path) ?? [],
        sentRecently:
          recent.length === 0 ? null : recent.some(({ variables }) => hasVariable(path, variables)),
        ...sent?.about(path),
      }));
    const value = pageOfArray({ page, limit }, items);
    return { value: sent ? { ...value, steps: sent.steps } : value };
  },
});
