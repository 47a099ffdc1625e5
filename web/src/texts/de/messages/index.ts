import type { MessageCode } from 'outstep/kernel/messages/catalog.ts';
import { access } from './access.ts';
import { delivery } from './delivery.ts';
import { fields } from './fields.ts';
import { liquid } from './liquid.ts';
import { records } from './records.ts';
import { targets } from './targets.ts';

/** Every message of the server, by code. */
export const messages: Readonly<Record<MessageCode, string>> = {
  ...fields,
  ...liquid,
  ...access,
  ...records,
  ...delivery,
  ...targets,
};
