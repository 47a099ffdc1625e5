import { Refusal } from '../../../kernel/error.ts';
import type { Json } from '../../../kernel/json.ts';
import { resolveSecrets } from '../../access/secrets/resolve-secrets.ts';
import type { LoadedWork, WorkContext } from '../../delivery/ledger/work.ts';
import { mailLanguageOf, mailSourceOf } from '../../layouts/compiling/mail-source.ts';
import type { Category, LayoutState } from '../../layouts/content/layout-state.schema.ts';
import { findWholeLayout } from '../../layouts/content/layouts.store.ts';
import { missingRequired } from '../../layouts/content/variables.rules.ts';
import { snapshots } from '../../layouts/content/version-snapshot.ts';
import { stateOf } from '../../layouts/saving/save-layout.ts';
import { keepUnsubscribeLink, mendedSentence } from '../../rendering/mails/keep-unsubscribe-link.rules.ts';
import {
  fillMail,
  liquidOfMail,
  type RenderedMail,
  renderAttachments,
  renderMail,
} from '../../rendering/mails/render-mail.ts';
import { findSender, type Sender } from '../senders/find-sender.ts';
import { maskedAddress } from '../senders/senders.rules.ts';
import { findSuppressed, findUnsubscribed } from '../unsubscribes/find-unsubscribed.ts';
import { addressedOf } from './addressed.rules.ts';
import { knowledgeOfPlan, knowledgeOfStep } from './given.rules.ts';
import { countOf, type MailPlan, type MailStepInput, mailSteps, type ReplayedStep } from './mail-plan.ts';
import { type PlannedFiles, planFiles } from './plan-files.ts';
import { PlanNotes, type PlannedMail } from './plan-notes.ts';
import { type Asked, type Recipients, recipientsOf } from './recipients.rules.ts';
import { rememberSender, signingKeyOf } from './sender-of-plan.ts';
import { rememberNobodyUnsubscribed } from './unsubscribed-of-plan.ts';

const MOST_NAMED = 10;

/** Nobody sees anything of it. */
const isBlank = (text: string) => /^[\s\p{Cc}\p{Cf}\p{Z}]*$/u.test(text);

/** How history explains which language was chosen. */
const found = {
  exact: 'as asked for',
  base: 'the base language of what was asked for',
  regional: 'another region of what was asked for',
  layout: 'the main language of the layout',
} as const;

/** The mail as history shows it, not masked yet. */
function shownOf(mail: RenderedMail, { attached, linked }: PlannedFiles): Json {
  // Each recipient has their own link, which nobody else should see.
  const { subject, text, html } = fillMail(mail.shown, mail.secret, {
    unsubscribeUrl: '[own link]',
    downloads: [],
  });
  const files = [...attached, ...linked].map(({ filename }) => filename);
  return { subject, text, html, files };
}

/** Who of those asked for gets nothing. */
async function whoIsLeftOut(ctx: WorkContext, { to, cc, bcc }: Asked) {
  const addresses = [...to, ...cc, ...bcc].map(({ address }) => address);
  const [unsubscribed, suppressed] = await Promise.all([
    findUnsubscribed(ctx, addresses),
    findSuppressed(ctx, addresses),
  ]);
  return { unsubscribed, suppressed };
}

/** A mailbox sends to everyone in the headers, so one message goes to all; the capture mailbox keeps one for all. */
const isTogether = (sender: Sender, category: Category) => sender.kind !== 'smtp' && category !== 'marketing';

/** What is captured uses nothing of the quota. */
function countedBy({ kind }: Sender, plan: MailPlan) {
  const messages = countOf(plan);
  return { messages, units: kind === 'capture' ? 0 : messages };
}

interface Writing {
  /** `null` for one that is not saved. */
  layoutId: string | null;
  state: LayoutState;
  locale: string;
  sender: Sender;
  recipients: Recipients;
}

/** Renders the mail, once for all its recipients. */
async function renderPlan(
  ctx: WorkContext,
  notes: PlanNotes,
  input: MailStepInput,
  writing: Writing,
): Promise<PlannedMail> {
  const { layoutId, state, locale, sender, recipients } = writing;
  const { variables } = input;
  const [{ source, files }, dkim] = await Promise.all([
    mailSourceOf(ctx, layoutId, state, locale),
    signingKeyOf(ctx, sender),
  ]);
  const used = await ctx.renderer.uses(ctx.storeId, liquidOfMail(source, files));
  if ('problems' in used) return notes.refused(used.problems);
  const secrets = await resolveSecrets(
    ctx,
    used.uses.flatMap((use) => use.secrets),
  );
  notes.knowledge = knowledgeOfStep(input, secrets);
  const values = { variables, secrets };
  const attachments = await renderAttachments(ctx, files, locale, values);
  if ('problems' in attachments) return notes.refused(attachments.problems);
  const planned = await planFiles(ctx, attachments.files);
  if ('sentence' in planned)
    return planned.again ? { again: planned.sentence } : notes.failed(planned.sentence);
  const mail = await renderMail(ctx, { ...source, hasDownloads: planned.linked.length > 0 }, values);
  if ('problems' in mail) return notes.refused(mail.problems);
  if (isBlank(mail.wire.subject)) return notes.failed('the subject is empty with the variables of this step');
  notes.missing = [...mail.missingAt, ...attachments.missingAt];
  if (mail.missing.length > 0)
    notes.add({ event: 'missing variables', detail: mail.missing.slice(0, 10).join(', ') });
  if (mail.mended.length > 0)
    notes.add({ event: 'unsubscribe link added', detail: mendedSentence(mail.mended) });
  notes.mail = shownOf(mail, planned);
  const plan: MailPlan = {
    isMarketing: state.category === 'marketing',
    senderId: sender.id,
    from: sender.from,
    to: recipients.to,
    cc: recipients.cc,
    replyTo: input.replyTo,
    locale,
    texts: mail.wire,
    secret: mail.secret,
    shown: null,
    ...planned,
    messages: recipients.messages,
    together: isTogether(sender, state.category),
    variables,
    secrets,
    keepsLink: true,
  };
  // For the message that is sent at once.
  rememberSender(plan, { sender, dkim });
  rememberNobodyUnsubscribed(plan);
  return {
    plan,
    ...countedBy(sender, plan),
    ...sender.lane,
    note: notes.note,
  };
}

/** Sends an earlier plan as it was to those it has not reached who may still get it. */
async function planAgain(
  ctx: WorkContext,
  notes: PlanNotes,
  { replay: plan, warnings = [] }: ReplayedStep,
): Promise<PlannedMail> {
  const sender = await findSender(ctx, plan.senderId);
  if (!sender) return notes.failed('the sender of this step does not exist any more');
  notes.note.captured = sender.kind === 'capture';
  notes.note.locale = plan.locale;
  notes.note.request = plan.shown;
  notes.note.warnings = warnings;
  const category = plan.isMarketing ? 'marketing' : 'transactional';
  const asked = { to: plan.messages, cc: [], bcc: [] };
  const recipients = recipientsOf(category, asked, await whoIsLeftOut(ctx, asked));
  notes.decided(await ctx.vault.unlock(), plan.messages, recipients, plan.together);
  if ('ended' in recipients) return { ended: recipients.ended, note: notes.note };
  // It may have been planned by an earlier release.
  const { texts, mended } = plan.isMarketing
    ? keepUnsubscribeLink(plan.texts, plan.secret, plan.locale)
    : { texts: plan.texts, mended: [] };
  if (mended.length > 0) notes.add({ event: 'unsubscribe link added', detail: mendedSentence(mended) });
  const next: MailPlan = { ...plan, texts, messages: recipients.messages, keepsLink: true };
  notes.note.recipients = next.messages.map(({ address }) => maskedAddress(address));
  return {
    plan: next,
    ...countedBy(sender, next),
    ...sender.lane,
    note: notes.note,
  };
}

/** The layout of a step, or what a test mail has in its place. */
async function layoutToSend(
  { db }: WorkContext,
  id: string | null,
  { unsaved }: MailStepInput,
): Promise<{ id: string | null; version: number | null; state: LayoutState } | null> {
  if (unsaved !== undefined) return { id: null, version: null, state: snapshots.read(unsaved) };
  const stored = id === null ? null : await findWholeLayout(db, id);
  return stored && { id: stored.row.id, version: stored.row.version, state: stateOf(stored) };
}

/** Decides everything about a mail: its language, its recipients, its words (contract: Sending 1 to 6). */
export async function planMail(ctx: WorkContext, work: LoadedWork): Promise<PlannedMail> {
  const input = mailSteps.read(work.input);
  const isReplay = 'replay' in input;
  const notes = new PlanNotes(ctx.now, isReplay ? knowledgeOfPlan(input.replay) : knowledgeOfStep(input));
  const planned = isReplay ? planAgain(ctx, notes, input) : planNew(ctx, notes, work, input);
  return notes.masked(ctx, await planned);
}

async function planNew(
  ctx: WorkContext,
  notes: PlanNotes,
  { row }: LoadedWork,
  input: MailStepInput,
): Promise<PlannedMail> {
  notes.note.recipients = [...input.to, ...input.cc, ...input.bcc].map(({ address }) =>
    maskedAddress(address),
  );
  const asked = [...input.to, ...input.cc, ...input.bcc];
  const vault = await ctx.vault.unlock();
  notes.note.addressed = addressedOf(vault, asked);
  // Asked for together, so that they share a trip.
  const [layout, sender, leftOut] = await Promise.all([
    layoutToSend(ctx, row.actionConfigId, input),
    findSender(ctx, input.senderId),
    whoIsLeftOut(ctx, input),
  ]);
  if (!layout) return notes.failed('the layout of this step does not exist');
  if (!sender)
    return notes.failed(
      input.senderId === null ? 'the store has no sender' : 'the sender of this step does not exist',
    );
  notes.note.captured = sender.kind === 'capture';
  const { state } = layout;
  const { locale, resolvedFrom } = mailLanguageOf(state, input.locale ?? undefined);
  notes.note.locale = locale;
  notes.add({
    event: 'language',
    detail: `${locale}, ${found[resolvedFrom]}${input.locale ? ` (${input.locale})` : ''}`,
  });
  notes.note.version = layout.version;
  const recipients = recipientsOf(state.category, input, leftOut);
  notes.decided(vault, asked, recipients, isTogether(sender, state.category));
  if ('ended' in recipients) return { ended: recipients.ended, note: notes.note };
  const missing = missingRequired(state, input.variables);
  if (missing.length > 0)
    return notes.failed(`the layout requires ${missing.slice(0, MOST_NAMED).join(', ')}`);
  try {
    return await renderPlan(ctx, notes, input, {
      layoutId: layout.id,
      state,
      locale,
      sender,
      recipients,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Busy render processes will be free later; a layout that does not compile is for its author to fix.
    return error.code === 'unavailable' ? { again: error.message } : notes.failed(error.message);
  }
}
