import { z } from 'zod';
import { time } from '../../../kernel/id.ts';
import { publicOperation } from '../../../kernel/operation.ts';

/** The one REST operation without a key (contract: Order of checks 6; Index and identity 1). */
export const getIndex = publicOperation({
  name: 'get_index',
  summary: 'Check that the API is up, and get its version.',
  rest: [{ method: 'GET', path: '' }],
  input: z.object({}),
  output: z.object({
    name: z.string(),
    version: z.literal('v1'),
    release: z.string(),
    status: z.literal('ok'),
    time,
    links: z.object({ docs: z.string(), openapi: z.string(), layoutSchema: z.string(), mcp: z.string() }),
  }),
  async run(world) {
    const at = (path: string) => `${world.baseUrl}${path}`;
    return {
      value: {
        name: 'Outstep',
        version: 'v1' as const,
        release: world.release,
        status: 'ok' as const,
        time: world.now(),
        links: {
          docs: at('/docs'),
          openapi: at('/openapi.json'),
          layoutSchema: at('/api/v1/layout-schema'),
          mcp: at('/api/mcp'),
        },
      },
    };
  },
});
