import type { FanOut } from '../../delivery/ledger/fan-out.ts';
import { runFanOut } from '../../delivery/ledger/run-fan-out.ts';
import type { LoadedWork, WorkContext } from '../../delivery/ledger/work.ts';
import { maskedAddress } from '../senders/senders.rules.ts';
import { mailResponse, sentStatus } from './mail-answers.ts';
import { countOf, type MailPlan, mailPlans, recipientsAt } from './mail-plan.ts';
import { planMail } from './plan-mail.ts';
import { sendMail } from './send-mail.ts';

/** Covers rendering and fetching files. */
const PLANNING_MS = 60_000;
/** More than the transport’s limit for a message, plus composing it. */
const SENDING_MS = 45_000;

const MOST_NAMED = 3;

function nameOf(plan: MailPlan, position: number): string {
  const named = recipientsAt(plan, position).map(({ address }) => maskedAddress(address));
  const more = named.length - MOST_NAMED;
  return named.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const mails: FanOut<MailPlan> = {
  plans: mailPlans,
  planningMs: PLANNING_MS,
  sendingMs: SENDING_MS,
  // If the outcome is unknown, sending a newsletter twice is worse than losing it; for an invoice, it is the
  // reverse.
  unknownIsSent: ({ isMarketing }) => isMarketing,
  countOf,
  sentStatus,
  nameOf,
  responseOf: mailResponse,
  plan: planMail,
  send: sendMail,
  leave: (ctx, line) => ctx.mail.disconnect(line),
};

/** Runs one piece of a step that sends email. */
export const runMailStep = (ctx: WorkContext, work: LoadedWork): Promise<void> => runFanOut(ctx, work, mails);
