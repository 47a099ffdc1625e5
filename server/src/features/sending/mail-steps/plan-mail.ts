import { OperationError } from '../../../kernel/error.ts';
import type { Json } from '../../../kernel/json.ts';
import { message } from '../../../kernel/messages/message.ts';
import { resolveSecrets } from '../../access/secrets/resolve-secrets.ts';
import { forbiddenInEmail, forbiddenInOldEmail } from '../../access/secrets/secret-permissions.rules.ts';
import type { LoadedWork, WorkContext } from '../../delivery/ledger/work.ts';
import { languagesNotSent, mailSourceOf } from '../../layouts/compiling/mail-source.ts';
import type { Category, LayoutState } from '../../layouts/content/layout-state.schema.ts';
import { findWholeLayout } from '../../layouts/content/layouts.store.ts';
import { missingRequired } from '../../layouts/content/variables.rules.ts';
import { snapshots } from '../../layouts/content/version-snapshot.ts';
import { stateOf } from '../../layouts/saving/save-layout.ts';
import { cleanFilename } from '../../library/files/filenames.rules.ts';
import type { SensitiveValues } from '../../records/history/masking.rules.ts';
import { secretHostsOf } from '../../records/masking/secret-hosts.rules.ts';
import {
  keepUnsubscribeLink,
  repairedLinkSentence,
} from '../../rendering/mails/keep-unsubscribe-link.rules.ts';
import {
  fillMail,
  liquidOfMail,
  type RenderedAttachment,
  type RenderedMail,
  renderAttachments,
  renderMail,
} from '../../rendering/mails/render-mail.ts';
import { findSender, type Sender } from '../senders/find-sender.ts';
import { maskedAddress } from '../senders/senders.rules.ts';
import { findSuppressed, findUnsubscribed } from '../unsubscribes/find-unsubscribed.ts';
import { chooseLanguage, type LayoutToSend } from './choose-language.ts';
import { countOf, type MailPlan, type MailStepInput, mailSteps, type ReplayedStep } from './mail-plan.ts';
import { ownTextsOfMail } from './own-texts-of-mail.ts';
import { cacheNoUnsubscribes, rememberSender, signingKeyOf } from './plan-cache.ts';
import { planFiles } from './plan-files.ts';
import { type MailPlanResult, PlanNotes } from './plan-notes.ts';
import { recipientIndexOf } from './recipient-index.rules.ts';
import { type RequestedRecipients, type ResolvedRecipients, recipientsOf } from './recipients.rules.ts';
import { sensitiveValuesOfPlan, sensitiveValuesOfStep } from './step-personal-data.rules.ts';

const MOST_NAMED = 10;

/** Whether it has no visible content (contract: Sending 14). */
const isBlank = (text: string) => /^[\s\p{Cc}\p{Cf}\p{Z}]*$/u.test(text);

/** The email for history, not yet masked. */
function historyContentOf(mail: RenderedMail, attachments: readonly RenderedAttachment[]): Json {
  // Each recipient has their own link, which no other recipient should see.
  const { subject, text, html } = fillMail(mail.shown, mail.secret, {
    unsubscribeUrl: '[own link]',
    downloads: [],
  });
  const files = attachments.map(({ shownName }) => cleanFilename(shownName));
  return { subject, text, html, files };
}

/** The requested recipients who must not be sent to. */
async function findExcludedRecipients(ctx: WorkContext, { to, cc, bcc }: RequestedRecipients) {
  const addresses = [...to, ...cc, ...bcc].map(({ address }) => address);
  const [unsubscribed, suppressed] = await Promise.all([
    findUnsubscribed(ctx, addresses),
    findSuppressed(ctx, addresses),
  ]);
  return { unsubscribed, suppressed };
}

/**
 * A mailbox sends to everyone in the headers, so one message goes to all; the test inbox keeps one for all
 * (contract: Sending 11; Test inbox 2).
 */
const isTogether = (sender: Sender, category: Category) => sender.kind !== 'smtp' && category !== 'marketing';

/** People read captured emails, so those contain names in place of secrets (contract: Test inbox 8). */
const withoutSecrets = (files: readonly RenderedAttachment[]) =>
  files.map((file) => ({ ...file, filename: file.shownName }));

/** The error for a file that can't be fetched names its host, which may contain part of a secret. */
const withHostsOf = (files: readonly RenderedAttachment[], knowledge: SensitiveValues): SensitiveValues => ({
  ...knowledge,
  secrets: [
    ...(knowledge.secrets ?? []),
    ...files.flatMap(({ source }) => ('url' in source ? secretHostsOf(source.url, source.shownUrl) : [])),
  ],
});

/** Captured emails use no quota (contract: Test inbox 3). */
function countedBy({ kind }: Sender, plan: MailPlan) {
  const messages = countOf(plan);
  return { messages, units: kind === 'capture' ? 0 : messages };
}

interface LanguageToRender {
  /** `null` for unsaved content. */
  layoutId: string | null;
  state: LayoutState;
  locale: string;
  sender: Sender;
  recipients: ResolvedRecipients;
}

/** Renders the email and collects its files, once for all its recipients (contract: Sending 2). */
async function renderPlan(
  ctx: WorkContext,
  notes: PlanNotes,
  input: MailStepInput,
  writing: LanguageToRender,
): Promise<MailPlanResult> {
  const { layoutId, state, locale, sender, recipients } = writing;
  const { variables, unsaved: _, ...asked } = input;
  const [{ source, files }, dkim] = await Promise.all([
    mailSourceOf(ctx, layoutId, state, locale),
    signingKeyOf(ctx, sender),
  ]);
  const used = await ctx.renderer.uses(ctx.storeId, liquidOfMail(source, files));
  if ('problems' in used) return notes.refused(used.problems);
  const { values: secrets, permissions } = await resolveSecrets(
    ctx,
    used.uses.flatMap((use) => use.secrets),
  );
  notes.knowledge = { ...sensitiveValuesOfStep(input, secrets), own: ownTextsOfMail(ctx, source) };
  const values = { variables, secrets };
  const attachments = await renderAttachments(ctx, files, locale, values);
  if ('problems' in attachments) return notes.refused(attachments.problems);
  notes.knowledge = withHostsOf(attachments.files, notes.knowledge);
  const isCaptured = sender.kind === 'capture';
  const filesToPlan = isCaptured ? withoutSecrets(attachments.files) : attachments.files;
  const planned = await planFiles(ctx, filesToPlan, permissions);
  if ('sentence' in planned)
    return planned.again ? { again: planned.sentence } : notes.failed(planned.sentence);
  const mail = await renderMail(ctx, { ...source, hasDownloads: planned.linked.length > 0 }, values);
  if ('problems' in mail) return notes.refused(mail.problems);
  const inEmail = [...mail.secrets, ...attachments.files.flatMap(({ nameSecrets }) => nameSecrets)];
  const forbidden = forbiddenInEmail(inEmail, permissions);
  // Checked for the test inbox too, which fails where a real delivery would (contract: Test inbox 2).
  if (forbidden) return notes.failed(forbidden);
  if (isBlank(mail.wire.subject)) return notes.failed(message('subject_empty'));
  notes.missing = [...mail.missingAt, ...attachments.missingAt];
  if (mail.missing.length > 0)
    notes.add({ event: 'missing variables', detail: mail.missing.slice(0, 10).join(', ') });
  if (mail.mended.length > 0)
    notes.add({ event: 'unsubscribe link added', detail: repairedLinkSentence(mail.mended) });
  notes.mail = historyContentOf(mail, attachments.files);
  const plan: MailPlan = {
    isMarketing: state.category === 'marketing',
    senderId: sender.id,
    from: sender.from,
    to: recipients.to,
    cc: recipients.cc,
    replyTo: input.replyTo,
    locale,
    texts: isCaptured ? mail.shown : mail.wire,
    secret: mail.secret,
    shown: null,
    ...planned,
    messages: recipients.messages,
    together: isTogether(sender, state.category),
    variables,
    secrets: isCaptured ? {} : secrets,
    inEmail: isCaptured ? [] : inEmail,
    keepsLink: true,
    asked,
  };
  // Caches the sender for the first message, which is sent right away.
  rememberSender(plan, { sender, dkim });
  cacheNoUnsubscribes(plan);
  return {
    plan,
    ...countedBy(sender, plan),
    ...sender.lane,
    note: notes.note,
  };
}

/** Sends an earlier plan unchanged to those it has not reached, if they may still get it. */
async function planAgain(
  ctx: WorkContext,
  notes: PlanNotes,
  { replay: plan, warnings = [] }: ReplayedStep,
): Promise<MailPlanResult> {
  const sender = await findSender(ctx, plan.senderId);
  if (!sender) return notes.failed(message('sender_of_step_deleted'));
  notes.note.captured = sender.kind === 'capture';
  notes.note.locale = plan.locale;
  notes.note.request = plan.shown;
  notes.note.warnings = warnings;
  const category = plan.isMarketing ? 'marketing' : 'transactional';
  const asked = { to: plan.messages, cc: [], bcc: [] };
  const recipients = recipientsOf(category, asked, await findExcludedRecipients(ctx, asked));
  notes.decided(await ctx.vault.unlock(), plan.messages, recipients, plan.together);
  if ('ended' in recipients) return { ended: recipients.ended, note: notes.note };
  // The permission may have been revoked or the secret deleted since. A plan for the test inbox contains no
  // secrets.
  const { permissions } = await resolveSecrets(ctx, plan.inEmail ?? Object.keys(plan.secrets));
  const forbidden = plan.inEmail
    ? forbiddenInOldEmail(plan.inEmail, permissions)
    : forbiddenInEmail(permissions.keys(), permissions);
  if (forbidden) return notes.failed(forbidden);
  // The plan may come from an earlier release, which checked for the unsubscribe link only while sending.
  const { texts, mended } = plan.isMarketing
    ? keepUnsubscribeLink(plan.texts, plan.secret, plan.locale)
    : { texts: plan.texts, mended: [] };
  if (mended.length > 0) notes.add({ event: 'unsubscribe link added', detail: repairedLinkSentence(mended) });
  const next: MailPlan = { ...plan, texts, messages: recipients.messages, keepsLink: true };
  delete next.asked;
  notes.note.recipients = next.messages.map(({ address }) => maskedAddress(address));
  return {
    plan: next,
    ...countedBy(sender, next),
    ...sender.lane,
    note: notes.note,
  };
}

/** The layout of a step, or the unsaved content of a test email, which is sent in the language it is for. */
async function layoutToSend(
  { db }: WorkContext,
  id: string | null,
  { unsaved }: MailStepInput,
): Promise<LayoutToSend | null> {
  if (unsaved !== undefined) return { id: null, version: null, state: snapshots.read(unsaved) };
  const stored = id === null ? null : await findWholeLayout(db, id);
  if (!stored) return null;
  const { id: layoutId, version } = stored.row;
  return { id: layoutId, version, state: stateOf(stored), notSent: languagesNotSent(stored) };
}

/** Decides everything about an email: its language, its recipients, its words. */
export async function planMail(ctx: WorkContext, work: LoadedWork): Promise<MailPlanResult> {
  const input = mailSteps.read(work.input);
  const isReplay = 'replay' in input;
  const notes = new PlanNotes(
    ctx.now,
    isReplay ? sensitiveValuesOfPlan(input.replay) : sensitiveValuesOfStep(input),
  );
  const planned = isReplay ? planAgain(ctx, notes, input) : planNew(ctx, notes, work, input);
  return notes.masked(ctx, await planned);
}

async function planNew(
  ctx: WorkContext,
  notes: PlanNotes,
  { row }: LoadedWork,
  input: MailStepInput,
): Promise<MailPlanResult> {
  notes.note.recipients = [...input.to, ...input.cc, ...input.bcc].map(({ address }) =>
    maskedAddress(address),
  );
  const asked = [...input.to, ...input.cc, ...input.bcc];
  const vault = await ctx.vault.unlock();
  notes.note.addressed = recipientIndexOf(vault, asked);
  // Queried together, so that they share a round trip.
  const [layout, sender, leftOut] = await Promise.all([
    layoutToSend(ctx, row.actionConfigId, input),
    findSender(ctx, input.senderId),
    findExcludedRecipients(ctx, input),
  ]);
  // A step that refers to something unknown ends here, with an error for its author (contract: Sending 1).
  if (!layout) return notes.failed(message('layout_of_step_gone'));
  if (!sender)
    return notes.failed(input.senderId === null ? message('no_sender') : message('sender_of_step_gone'));
  notes.note.captured = sender.kind === 'capture';
  const { state } = layout;
  const locale = chooseLanguage(notes, layout, input.locale);
  notes.note.version = layout.version;
  const recipients = recipientsOf(state.category, input, leftOut);
  notes.decided(vault, asked, recipients, isTogether(sender, state.category));
  if ('ended' in recipients) return { ended: recipients.ended, note: notes.note };
  const missing = missingRequired(state, input.variables);
  if (missing.length > 0)
    return notes.failed(message('variables_missing', { paths: missing.slice(0, MOST_NAMED).join(', ') }));
  try {
    return await renderPlan(ctx, notes, input, {
      layoutId: layout.id,
      state,
      locale,
      sender,
      recipients,
    });
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    // Busy render processes will be available later; a layout that does not compile must be fixed by its
    // author.
    return error.kind === 'unavailable' ? { again: error.said } : notes.failed(error.said);
  }
}
