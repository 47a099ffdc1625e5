import { z } from 'zod';
import { text } from '../../../kernel/fields.ts';

const MAX_PATHS = 50;
const MAX_PATH = 200;

const NAME = '[\\p{L}_][\\p{L}\\p{N}_-]*\\??';
const QUOTED = '\\["[^"\\\\\\]]+"\\]';
/** `order.id`, `line_items[0].title`, `customer["first name"]`. */
const PATH = new RegExp(`^(?:${NAME}|${QUOTED})(?:\\.${NAME}|\\[\\d{1,9}\\]|${QUOTED})*$`, 'u');

const path = text(MAX_PATH)
  .refine((value) => !/^variables(?:[.[]|$)/.test(value), { error: 'leave out "variables."' })
  .refine((value) => PATH.test(value), { error: 'must be a path such as order.id' });

export const requiredVariables = z
  .array(path)
  .max(MAX_PATHS)
  .transform((paths) => [...new Set(paths)])
  .describe(
    'Paths of variables without which nothing is sent: `["order.id"]` is `{{ variables.order.id }}`. A step that sends none of it, `null` or a blank text is FAILED.',
  );
