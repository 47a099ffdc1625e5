import { z } from 'zod';
import { time } from '../../kernel/id.ts';

/** A name can stand in `{{ secrets.NAME }}`, so it is what Liquid can read after a dot. */
export const secretName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, {
  error: 'letters, digits and _ only, at most 100, no digit first',
});

/** The read view: never the value (spec: What the service does 4). */
export const secret = z.object({
  name: z.string(),
  description: z.string(),
  hasValue: z.boolean(),
  updatedAt: time,
});
