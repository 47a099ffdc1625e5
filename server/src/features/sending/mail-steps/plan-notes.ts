import { type FieldProblem, invalid } from '../../../kernel/fields.ts';
import type { Json } from '../../../kernel/json.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import type { OpenVault } from '../../../kernel/ports.ts';
import type { PlanNote, Planned } from '../../delivery/ledger/fan-out.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import type { TimelineEntry } from '../../records/history/history.schema.ts';
import type { Knowledge } from '../../records/history/masking.rules.ts';
import { addressedOf } from './addressed.rules.ts';
import type { MailPlan } from './mail-plan.ts';
import { maskPlanned, type PlanTexts } from './masking-work.rules.ts';
import type { NobodyLeft, Recipients } from './recipients.rules.ts';

export type PlannedMail = Planned<MailPlan>;

/** Collects what history will show of a step while it is planned. */
export class PlanNotes {
  readonly #now: () => Date;
  /** All that the step knows so far. */
  knowledge: Knowledge;
  /** Masked once planning has ended. */
  mail: Json = null;
  missing: PlanTexts['missing'] = [];
  readonly note: PlanNote = {
    ...{ locale: null, recipients: [], request: null, timeline: [], warnings: [], addressed: [] },
    version: null,
    captured: false,
  };

  constructor(now: () => Date, knowledge: Knowledge) {
    this.#now = now;
    this.knowledge = knowledge;
  }

  add({ event, detail }: Omit<TimelineEntry, 'at'>) {
    this.note.timeline.push({ at: this.#now().toISOString(), event, ...(detail && { detail }) });
  }

  decided(
    vault: OpenVault,
    asked: readonly MailAddress[],
    recipients: Recipients | NobodyLeft,
    together: boolean,
  ) {
    for (const event of recipients.events) this.add(event);
    const messages = 'messages' in recipients ? recipients.messages : [];
    this.note.addressed = addressedOf(vault, asked, { messages, skipped: recipients.skipped, together });
  }

  failed(error: string): PlannedMail {
    this.add({ event: 'failed', detail: error });
    return { ended: { status: 'FAILED', error }, note: this.note };
  }

  refused(problems: readonly FieldProblem[]): PlannedMail {
    return this.failed(invalid(problems).message);
  }

  /** The plan with all that was noted masked: it may repeat what the step was given. */
  async masked(ctx: WorkContext, planned: PlannedMail): Promise<PlannedMail> {
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
    if ('again' in planned) return { again: shown.again ?? '' };
    const { timeline, warnings } = shown;
    const isNew = mail !== null;
    const note = { ...planned.note, timeline, ...(isNew && { request: shown.mail, warnings }) };
    if ('ended' in planned) return { note, ended: shown.ended ?? planned.ended };
    // The plan itself, no copy: what was looked up for it is remembered with it.
    planned.plan.shown = note.request;
    return { ...planned, note };
  }
}
