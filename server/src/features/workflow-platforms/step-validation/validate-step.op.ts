import { z } from 'zod';
import { type FieldProblem, fieldName, requiredText } from '../../../kernel/fields.ts';
import { isUuid } from '../../../kernel/id.ts';
import { isAddress } from '../../../kernel/mail-address.ts';
import { platformAction } from '../../../kernel/platform-action.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { recordStepReference } from '../../delivery/step-references/step-references.store.ts';
import type { StepContext } from '../../delivery/steps/accept-step.ts';
import { stepInput } from '../../delivery/steps/steps.schema.ts';
import { findHttpRequest } from '../../http-requests/http-requests.store.ts';
import { findLayout } from '../../layouts/content/layouts.store.ts';
import type { ActionType } from '../../records/history/history.schema.ts';
import { senderExists } from '../../sending/senders/senders.store.ts';

const MAX_RECIPIENTS = 100;

const recipient = z.union([z.string(), z.object({ address: z.string() })], {
  error: 'must be an address',
});
const recipients = z.array(recipient).max(MAX_RECIPIENTS).optional();
type Recipient = z.output<typeof recipient>;

const input = z.object({
  stepId: stepInput.stepId,
  workflow: stepInput.workflow,
  layoutId: requiredText(100).optional().describe('Id of the layout that the step sends.'),
  requestId: requiredText(100).optional().describe('Id of the HTTP request that the step makes.'),
  senderId: requiredText(100).optional().describe('Id of the sender.'),
  to: recipients.describe('As far as they are known when the step is saved.'),
  cc: recipients,
  bcc: recipients,
});

const isThere = async (db: Queries, id: string, find: (db: Queries, id: string) => Promise<unknown>) =>
  isUuid(id) && Boolean(await find(db, id));

const addressOf = (value: Recipient) => (typeof value === 'string' ? value : value.address);

const wrongAddresses = (member: string, values: readonly Recipient[] = []): FieldProblem[] =>
  values.flatMap((value, index) =>
    isAddress(addressOf(value).trim())
      ? []
      : [{ path: [member, index], reason: 'must be one address such as anna@example.com' }],
  );

export const validateStep = platformAction({
  name: 'validate',
  summary: 'Say whether a step could run as it is configured.',
  description:
    'For when a step is saved: nothing is run. A layout or a request counts the steps that were saved with it.',
  input,
  output: z.object({
    valid: z.boolean(),
    problems: z.array(z.object({ field: z.string(), reason: z.string() })),
  }),
  async run({ db, storeId, platform }: StepContext, { stepId, workflow = null, ...fields }) {
    const { layoutId, requestId, senderId, to, cc, bcc } = fields;
    const problems: FieldProblem[] = [];
    const note = (actionType: ActionType, actionConfigId: string) =>
      recordStepReference(db, { storeId, platform, workflow, stepId, actionType, actionConfigId });
    if (layoutId === undefined && requestId === undefined)
      problems.push({ path: ['layoutId'], reason: 'required, or requestId' });
    if (layoutId !== undefined) {
      if (await isThere(db, layoutId, findLayout)) await note('EMAIL', layoutId);
      else problems.push({ path: ['layoutId'], reason: 'unknown layout' });
    }
    if (requestId !== undefined) {
      if (await isThere(db, requestId, findHttpRequest)) await note('HTTP_REQUEST', requestId);
      else problems.push({ path: ['requestId'], reason: 'unknown HTTP request' });
    }
    if (senderId !== undefined && !(await isThere(db, senderId, senderExists)))
      problems.push({ path: ['senderId'], reason: 'unknown sender' });
    problems.push(...wrongAddresses('to', to), ...wrongAddresses('cc', cc), ...wrongAddresses('bcc', bcc));
    return {
      value: {
        valid: problems.length === 0,
        problems: problems.map(({ path, reason }) => ({ field: fieldName(path), reason })),
      },
      status: 200,
    };
  },
});
