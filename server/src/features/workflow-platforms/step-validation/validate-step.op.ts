import { z } from 'zod';
import {
  type FieldProblem,
  fieldName,
  problemMessage,
  requiredText,
  schemaMessage,
} from '../../../kernel/fields.ts';
import { isUuid } from '../../../kernel/id.ts';
import { normalizeMailAddress } from '../../../kernel/mail-address.ts';
import { type Message, message, textOf } from '../../../kernel/messages/message.ts';
import { platformAction } from '../../../kernel/platform-action.ts';
import type { Queries } from '../../../kernel/ports.ts';
import type { SecretText } from '../../../kernel/secret.ts';
import { unusableSecrets } from '../../access/secrets/resolve-secrets.ts';
import { recordStepReference } from '../../delivery/step-references/step-references.store.ts';
import type { StepContext } from '../../delivery/steps/accept-step.ts';
import { maskedReferences } from '../../delivery/steps/shown-references.ts';
import { stepInput } from '../../delivery/steps/steps.schema.ts';
import { heldCredentialProblems } from '../../http-requests/credential-hosts.rules.ts';
import type { HttpRequestRow } from '../../http-requests/http-requests.schema.ts';
import { findHttpRequest } from '../../http-requests/http-requests.store.ts';
import { requestTexts } from '../../http-requests/rendered-request.rules.ts';
import { unsealRequest } from '../../http-requests/save-http-request.ts';
import { mailSourceOf } from '../../layouts/compiling/mail-source.ts';
import { localesOf } from '../../layouts/content/languages.rules.ts';
import { findWholeLayout, type StoredLayout } from '../../layouts/content/layouts.store.ts';
import { stateOf } from '../../layouts/saving/save-layout.ts';
import type { ActionType } from '../../records/history/history.schema.ts';
import { liquidOfMail } from '../../rendering/mails/render-mail.ts';
import { CAPTURE } from '../../sending/senders/senders.rules.ts';
import { senderExists } from '../../sending/senders/senders.store.ts';

const MAX_RECIPIENTS = 100;

const recipient = z.union([z.string(), z.object({ address: z.string() })], {
  error: schemaMessage('must_be_address'),
});
const recipients = z.array(recipient).max(MAX_RECIPIENTS).optional();
type Recipient = z.output<typeof recipient>;

const input = z.object({
  stepId: stepInput.stepId,
  workflow: stepInput.workflow,
  layoutId: requiredText(100).optional().describe('ID of the layout that the step sends.'),
  requestId: requiredText(100).optional().describe('ID of the HTTP request that the step runs.'),
  senderId: requiredText(100).optional().describe('ID of the sender.'),
  to: recipients.describe('As far as they are known when the step is saved.'),
  cc: recipients,
  bcc: recipients,
});

const find = async <T>(db: Queries, id: string, findOne: (db: Queries, id: string) => Promise<T>) =>
  isUuid(id) ? findOne(db, id) : null;

/** Checks every language, because the run determines which one is sent. */
async function secretsOfLayout(ctx: StepContext, { row, languages }: StoredLayout): Promise<Message[]> {
  const state = stateOf({ row, languages });
  const texts: SecretText[] = [];
  for (const locale of localesOf(state)) {
    const { source, files } = await mailSourceOf(ctx, row.id, state, locale);
    texts.push(...liquidOfMail(source, files));
  }
  return unusableSecrets(ctx, texts);
}

async function problemsOfRequest(ctx: StepContext, row: HttpRequestRow): Promise<Message[]> {
  const plain = unsealRequest(await ctx.vault.unlock(), row);
  const goesTo = { url: plain.url };
  const texts = requestTexts(plain).map((text) => ({ ...text, goesTo }));
  return [
    ...(await unusableSecrets(ctx, texts)),
    ...heldCredentialProblems(plain, false).map(problemMessage),
  ];
}

const addressOf = (value: Recipient) => (typeof value === 'string' ? value : value.address);

const wrongAddresses = (member: string, values: readonly Recipient[] = []): FieldProblem[] =>
  values.flatMap((value, index) =>
    normalizeMailAddress(addressOf(value)) !== null
      ? []
      : [
          {
            path: [member, index],
            reason: message('must_be_email_address', { example: 'anna@example.com' }),
          },
        ],
  );

/** Reports what would keep the step from running, without running it (contract: Workflow platforms 5). */
export const validateStep = platformAction({
  name: 'validate',
  id: 'validate_step',
  summary: 'Check whether a step could run as configured.',
  description:
    'Call this when a step is saved: nothing is run. The step then counts as using its layout or request.',
  input,
  output: z.object({
    valid: z.boolean(),
    problems: z.array(z.object({ field: z.string(), reason: z.string() })),
  }),
  async run(ctx: StepContext, { stepId, workflow = null, ...fields }) {
    const { db, storeId, platform } = ctx;
    const { layoutId, requestId, senderId, to, cc, bcc } = fields;
    const problems: FieldProblem[] = [];
    const note = async (actionType: ActionType, actionConfigId: string) => {
      const shown = await maskedReferences(ctx, { stepId, workflow });
      await recordStepReference(db, { storeId, platform, ...shown, actionType, actionConfigId });
    };
    if (layoutId === undefined && requestId === undefined)
      problems.push({ path: ['layoutId'], reason: message('required_or_request_id') });
    if (layoutId !== undefined) {
      const layout = await find(db, layoutId, findWholeLayout);
      if (layout) await note('EMAIL', layoutId);
      const reasons = layout ? await secretsOfLayout(ctx, layout) : [message('unknown_layout')];
      problems.push(...reasons.map((reason) => ({ path: ['layoutId'], reason })));
    }
    if (requestId !== undefined) {
      const request = await find(db, requestId, findHttpRequest);
      if (request) await note('HTTP_REQUEST', requestId);
      const reasons = request ? await problemsOfRequest(ctx, request) : [message('unknown_http_request')];
      problems.push(...reasons.map((reason) => ({ path: ['requestId'], reason })));
    }
    if (senderId !== undefined && senderId !== CAPTURE && !(await find(db, senderId, senderExists)))
      problems.push({ path: ['senderId'], reason: message('unknown_sender') });
    problems.push(...wrongAddresses('to', to), ...wrongAddresses('cc', cc), ...wrongAddresses('bcc', bcc));
    return {
      value: {
        valid: problems.length === 0,
        problems: problems.map(({ path, reason }) => ({ field: fieldName(path), reason: textOf(reason) })),
      },
      status: 200,
    };
  },
});
