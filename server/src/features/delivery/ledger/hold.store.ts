import { OperationError, storeSuspended } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import { bind, briefRead, type Queries } from '../../../kernel/ports.ts';

/**
 * True while the operator holds everything back, or has suspended the store; part of every statement after which
 * something may be sent.
 */
export const IS_HELD =
  '(exists (select from sending_hold) or exists (select from stores where suspended_at is not null))';

const selectHold = briefRead<{ isHeld: boolean }>('sending_is_held', `select ${IS_HELD} as "isHeld"`);

export const sendingIsHeld = async (db: Queries): Promise<boolean> =>
  (await db.rows(bind(selectHold)))[0]?.isHeld === true;

const suspension = briefRead<{ why: string }>(
  'store_suspension',
  'select suspended_why as why from stores where suspended_at is not null',
);

/** For work that a person starts directly, which is rejected instead of kept for later. */
export async function requireSending(db: Queries): Promise<void> {
  if (!(await sendingIsHeld(db))) return;
  const [suspended] = await db.rows(bind(suspension));
  if (suspended) throw storeSuspended(suspended.why);
  throw new OperationError('unavailable', message('on_hold'));
}
