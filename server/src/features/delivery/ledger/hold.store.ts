import { Refusal } from '../../../kernel/error.ts';
import { bind, briefRead, type Queries } from '../../../kernel/ports.ts';

/** True while the operator holds everything back; part of every statement after which something may be sent. */
export const IS_HELD = 'exists (select from sending_hold)';

const held = briefRead<{ isHeld: boolean }>('sending_is_held', `select ${IS_HELD} as "isHeld"`);

export const sendingIsHeld = async (db: Queries): Promise<boolean> =>
  (await db.rows(bind(held)))[0]?.isHeld === true;

/** For what a person runs at once: it is not kept for later. */
export async function requireSending(db: Queries): Promise<void> {
  if (await sendingIsHeld(db))
    throw new Refusal(
      'unavailable',
      'nothing is sent right now: the service was restored from a backup, and its operator has to decide first',
    );
}
