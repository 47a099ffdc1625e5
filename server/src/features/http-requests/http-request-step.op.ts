import { z } from 'zod';
import { requiredText } from '../../kernel/fields.ts';
import { isUuid } from '../../kernel/id.ts';
import { platformAction } from '../../kernel/platform-action.ts';
import { acceptStep, type StepContext } from '../delivery/steps/accept-step.ts';
import { stepAnswer, stepInput } from '../delivery/steps/steps.schema.ts';
import { deletedConfig } from '../records/history/history-configs.store.ts';
import { callSteps } from './http-requests.schema.ts';
import { findHttpRequest } from './http-requests.store.ts';

export const httpRequestStep = platformAction({
  name: 'http-request',
  summary: 'Make the call of an HTTP request.',
  input: z.object({
    ...stepInput,
    requestId: requiredText(100).describe('Id of the HTTP request.'),
  }),
  output: stepAnswer,
  async run(ctx: StepContext, { requestId, runId, stepId, workflow, variables }) {
    const request = isUuid(requestId)
      ? ((await findHttpRequest(ctx.db, requestId)) ??
        (await deletedConfig(ctx.db, requestId, 'HTTP_REQUEST')))
      : null;
    return acceptStep(ctx, {
      actionType: 'HTTP_REQUEST',
      actionConfigId: request?.id ?? null,
      actionConfigName: request?.name ?? 'unknown HTTP request',
      trigger: 'workflow',
      runId,
      stepId,
      workflow: workflow ?? null,
      given: { variables: variables ?? {} },
      input: callSteps.write({ variables: variables ?? {}, workflow }),
    });
  },
});
