import { type FieldProblem, invalid } from '../../../kernel/fields.ts';
import type { Json } from '../../../kernel/json.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import type { OpenVault } from '../../../kernel/ports.ts';
import type { PlanDetails, PlanResult } from '../../delivery/ledger/fan-out.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import type { NewTimelineEntry } from '../../records/history/history.schema.ts';
import type { SensitiveValues } from '../../records/history/masking.rules.ts';
import { wordMacs, wordsOfSubject } from '../../records/history/search-words.rules.ts';
import { NO_OWN_TEXTS, withOwnTexts } from '../../records/masking/own-texts.rules.ts';
import { isObject } from '../../records/masking/tree.rules.ts';
import { maskPlanned, type PlanTexts } from './email-masking-tasks.rules.ts';
import type { MailPlan } from './mail-plan.ts';
import { recipientIndexOf } from './recipient-index.rules.ts';
import type { NoRecipientsLeft, ResolvedRecipients } from './recipients.rules.ts';

export type MailPlanResult = PlanResult<MailPlan>;

/** The masked email as stored in history. */
const asStored = (mail: Json, { own = NO_OWN_TEXTS }: SensitiveValues): Json =>
  isObject(mail) ? withOwnTexts(mail, own) : mail;

/** Collects what history will show of a step while it is planned. */
export class PlanNotes {
  readonly #now: () => Date;
  /** The sensitive values known to the step so far. */
  knowledge: SensitiveValues;
  /** Masked once planning has ended. */
  mail: Json = null;
  missing: PlanTexts['missing'] = [];
  readonly note: PlanDetails = {
    ...{ locale: null, recipients: [], request: null, timeline: [], warnings: [], addressed: [] },
    version: null,
    captured: false,
    words: [],
  };

  constructor(now: () => Date, knowledge: SensitiveValues) {
    this.#now = now;
    this.knowledge = knowledge;
  }

  add({ event, detail }: Omit<NewTimelineEntry, 'at'>) {
    this.note.timeline.push({ at: this.#now().toISOString(), event, ...(detail && { detail }) });
  }

  decided(
    vault: OpenVault,
    asked: readonly MailAddress[],
    recipients: ResolvedRecipients | NoRecipientsLeft,
    together: boolean,
  ) {
    for (const event of recipients.events) this.add(event);
    const messages = 'messages' in recipients ? recipients.messages : [];
    this.note.addressed = recipientIndexOf(vault, asked, { messages, skipped: recipients.skipped, together });
  }

  failed(error: Message): MailPlanResult {
    this.add({ event: 'failed', detail: error });
    return { ended: { status: 'FAILED', error }, note: this.note };
  }

  refused(problems: readonly FieldProblem[]): MailPlanResult {
    return this.failed(invalid(problems).said);
  }

  /** The plan with all notes masked, because they may repeat input of the step. */
  async masked(ctx: WorkContext, planned: MailPlanResult): Promise<MailPlanResult> {
    const { knowledge, mail, missing } = this;
    const shown = await ctx.heavy(maskPlanned, {
      knowledge,
      values: {
        timeline: this.note.timeline,
        mail,
        missing,
        ended: 'ended' in planned ? planned.ended : null,
        again: 'again' in planned ? planned.again : null,
      },
    });
    if ('again' in planned) return { again: shown.again ?? planned.again };
    const { timeline, warnings } = shown;
    const isNew = mail !== null;
    const request = isNew ? asStored(shown.mail, knowledge) : planned.note.request;
    const { subject } = (request ?? {}) as { subject?: string };
    const words = wordMacs(await ctx.vault.unlock(), wordsOfSubject(subject ?? ''));
    const note = { ...planned.note, timeline, words, request, ...(isNew && { warnings }) };
    if ('ended' in planned) return { note, ended: shown.ended ?? planned.ended };
    // Changes the plan itself rather than a copy, because values cached for it are keyed by identity.
    planned.plan.shown = note.request;
    return { ...planned, note };
  }
}
