import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { acceptStep } from '../../delivery/steps/accept-step.ts';
import { stepAnswer } from '../../delivery/steps/steps.schema.ts';
import { testVariablesOf } from '../../layouts/compiling/mail-source.ts';
import { findWholeLayout } from '../../layouts/content/layouts.store.ts';
import { stateOf } from '../../layouts/saving/save-layout.ts';
import { type MailStepInput, mailSteps } from './mail-plan.ts';
import { operatorStepContext } from './operator-steps.ts';
import { sendEmailInput } from './sending.schema.ts';

const { layoutId, senderId, locale } = sendEmailInput.shape;

export const testMail = operatorOperation({
  name: 'test_mail',
  summary: 'Send the mail of a layout to one address, with the test variables of its design.',
  description:
    'It is a real mail through the real sender, on the same way as every other; history calls it a test.',
  command: { words: ['mail', 'test'], store: 'flag' },
  app: [{ method: 'POST', path: '/mail-tests', role: 'editor' }],
  input: z.object({ layout: layoutId, to: sendEmailInput.shape.to.element, locale, sender: senderId }),
  output: stepAnswer,
  async run(ctx, { layout, to, locale: wanted, sender }) {
    const stored = await findWholeLayout(ctx.db, existingId(layout));
    if (!stored) throw notFound();
    const state = stateOf(stored);
    const input: MailStepInput = {
      ...{ to: [to], cc: [], bcc: [], replyTo: null, locale: wanted ?? null, senderId: sender ?? null },
      variables: testVariablesOf(state, state.defaultLocale),
    };
    const { value } = await acceptStep(operatorStepContext(ctx), {
      actionType: 'EMAIL',
      actionConfigId: stored.row.id,
      actionConfigName: stored.row.name,
      trigger: 'test',
      runId: ctx.newId(),
      stepId: null,
      input: mailSteps.write(input),
    });
    return { value };
  },
});
