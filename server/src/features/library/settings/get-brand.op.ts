import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { brandOf } from './brand.rules.ts';
import { publicBrand } from './brand.schema.ts';
import { settingsOf } from './settings.store.ts';

export const getBrand = operation({
  name: 'get_brand',
  summary: 'Get the colors, font, button shape and logo for emails of the store.',
  description:
    'The fields are those of `global` in a design, and `null` where nothing is set. People change the brand in the settings; saved layouts do not change with it.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/brand' }],
  tool: {
    name: 'get_brand',
    title: 'Get the brand of the store',
    toolset: 'layouts',
    ownWords: true,
    annotations: readOnlyTool,
  },
  input: z.object({}),
  output: publicBrand,
  async run({ db }) {
    const settings = await settingsOf(db);
    return { value: { ...brandOf(settings), logo: settings.get('logo') ?? null } };
  },
});
