import { access } from './access.ts';
import { delivery } from './delivery.ts';
import { fields } from './fields.ts';
import { liquid } from './liquid.ts';
import { records } from './records.ts';
import { targets } from './targets.ts';

/**
 * Every message that the service may show to a person, in English, by its code (contract: Every answer 9).
 */
export const catalog = {
  ...fields,
  ...liquid,
  ...access,
  ...records,
  ...delivery,
  ...targets,
} as const;

export type MessageCode = keyof typeof catalog;
