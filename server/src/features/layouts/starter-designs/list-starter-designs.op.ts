import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, unpaged } from '../../../kernel/page.ts';
import { readyDesigns } from './starter-designs.rules.ts';
import { readyDesign } from './starter-designs.schema.ts';

export const listReadyDesigns = appOperation({
  name: 'list_ready_designs',
  summary: 'List the designs that a new layout can begin with.',
  app: [{ method: 'GET', path: '/ready-designs', role: 'viewer' }],
  input: z.object({}),
  output: pageOf(readyDesign),
  async run() {
    return { value: unpaged([...readyDesigns]) };
  },
});
