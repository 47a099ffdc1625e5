import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { layoutSchemaAnswer } from './layout-schema.rules.ts';
import { layoutSchema } from './layout-schema.schema.ts';

let answer: z.output<typeof layoutSchema> | null = null;

/** The schema for writing designs; a design that matches it is stored as sent (contract: Layouts 3). */
export const getLayoutSchema = operation({
  name: 'get_layout_schema',
  summary: 'Get the format of layout designs.',
  description:
    'Returns the JSON Schema of `bodyDesign`, the defaults of each block, the supported Liquid, constraints, a valid example and a short guide.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/layout-schema' }],
  tool: {
    name: 'get_layout_schema',
    title: 'Get the format of layout designs',
    toolset: 'layouts',
    ownWords: true,
    annotations: readOnlyTool,
  },
  input: z.object({}),
  output: layoutSchema,
  async run(ctx) {
    answer ??= layoutSchemaAnswer(ctx.renderCpuMs);
    return { value: answer };
  },
});
