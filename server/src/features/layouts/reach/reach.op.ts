import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { idInput } from '../../../kernel/id.ts';
import { appOperation, operation } from '../../../kernel/operation.ts';
import { pageInput, toPage } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { findReach } from '../../documents/find-reach.ts';
import { findVersionUsers, noVersionUsers } from '../../library/files/deleted-files.store.ts';
import { isFileKey } from '../../library/files/file-keys.rules.ts';
import { fileKeyInput } from '../../library/files/files.schema.ts';
import { findFile } from '../../library/files/files.store.ts';
import { requireLayout } from '../content/layout-document.ts';
import { layoutListInput } from '../content/layouts.schema.ts';
import { pageOfLayouts } from '../content/layouts.store.ts';
import { presetLanguage } from '../content/preset-language.rules.ts';
import { requirePreset } from '../presets/preset-document.ts';
import { fileReach, layoutReach, layoutRuns, presetReach } from './reach.schema.ts';
import { localesOfLayout, usersOfFile, usersOfPreset } from './reach.store.ts';

export const getLayoutReach = operation({
  name: 'get_email_template_reach',
  summary: 'Get the impact of changing a layout: workflow steps, languages, and runs of the last 30 days.',
  description:
    'Call this before you change or delete a layout. `steps` lists the steps that use it now; they fail once it is deleted.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/reach' }],
  tool: {
    name: 'get_email_template_reach',
    title: 'Get the impact of changing a layout',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  input: z.object({ id: idInput('layout') }),
  output: layoutReach,
  find: requireLayout,
  async run(ctx, _input, { id }) {
    const locales = await localesOfLayout(ctx.db, id);
    const { reach, runsIn } = await findReach(ctx, 'EMAIL', [id]);
    return {
      value: { ...reach, languages: locales.map((locale) => ({ locale, runs: runsIn(id, locale) })) },
    };
  },
});

/** For the list of layouts, which must not wait for it (contract: The app 24). */
export const countLayoutRuns = appOperation({
  name: 'count_email_template_runs',
  summary: 'Get how often each layout on a page of the list ran in the last 30 days.',
  description: 'Takes the same parameters as the list.',
  app: [{ method: 'GET', path: '/email-templates/run-counts', role: 'viewer' }],
  input: layoutListInput,
  output: layoutRuns,
  async run(ctx, { q, category, sort, ...request }) {
    const { rows } = await pageOfLayouts(ctx.db, request, { q, category, sort });
    const ids = rows.map(({ id }) => id);
    const { reach, runsOf } = await findReach(ctx, 'EMAIL', ids);
    return { value: { days: reach.days, items: ids.map((id) => ({ id, ...runsOf(id) })) } };
  },
});

/** The layouts that a change to a preset affects, page by page (contract: Presets 5). */
export const getPresetReach = appOperation({
  name: 'get_preset_reach',
  summary:
    'Get the impact of changing a preset: layouts by name, with their languages, steps and runs of the last 30 days.',
  description: 'Steps and total runs cover the layouts on the page.',
  app: [{ method: 'GET', path: '/presets/:id/reach', role: 'viewer' }],
  input: z.object({ id: idInput('preset'), ...pageInput }),
  output: presetReach,
  find: requirePreset,
  async run(ctx, { id: _id, ...request }, preset) {
    const { rows, total } = await usersOfPreset(ctx.db, preset.id, request);
    const { reach, runsOf, runsIn } = await findReach(
      ctx,
      'EMAIL',
      rows.map(({ id }) => id),
    );
    const layouts = rows.map(({ id, name, locales }) => ({
      ...{ id, name, ...runsOf(id) },
      languages: locales.map((locale) => ({
        ...{ locale, presetLanguage: presetLanguage(preset, locale), runs: runsIn(id, locale) },
      })),
    }));
    return { value: { ...toPage(request, layouts, total), ...reach } };
  },
});

/** The layouts that contain a file, directly or through presets (contract: Senders, secrets, files 9). */
export const getFileReach = appOperation({
  name: 'get_file_reach',
  summary:
    'Get the impact of changing a file: layouts by name, including those that use it through presets, with their steps and runs of the last 30 days.',
  description: 'Steps and total runs cover the layouts on the page.',
  app: [{ method: 'GET', path: '/files/reach', role: 'viewer' }],
  input: z.object({ key: fileKeyInput, ...pageInput }),
  output: fileReach,
  errorKinds: ['not_found'],
  async run(ctx, { key, ...request }) {
    if (!isFileKey(key) || !(await findFile(ctx.db, key))) throw notFound();
    const { rows, total, presets, isLogo } = await usersOfFile(ctx.db, key, request);
    const { reach, runsOf } = await findReach(
      ctx,
      'EMAIL',
      rows.map((layout) => layout.id),
    );
    const layouts = rows.map((layout) => ({ ...layout, ...runsOf(layout.id) }));
    const users = (await findVersionUsers(ctx.db, [key])).get(key) ?? noVersionUsers();
    return { value: { ...toPage(request, layouts, total), ...reach, presets, isLogo, ...users } };
  },
});
