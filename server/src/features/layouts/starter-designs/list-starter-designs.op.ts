import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, unpaged } from '../../../kernel/page.ts';
import { starterDesigns } from './starter-designs.rules.ts';
import { starterDesign } from './starter-designs.schema.ts';

export const listStarterDesigns = appOperation({
  name: 'list_ready_designs',
  summary: 'List the designs that a new layout can begin with.',
  app: [{ method: 'GET', path: '/ready-designs', role: 'viewer' }],
  input: z.object({}),
  output: pageOf(starterDesign),
  async run() {
    return { value: unpaged([...starterDesigns]) };
  },
});
