import { z } from 'zod';
import { requiredText } from '../../kernel/fields.ts';
import { isUuid } from '../../kernel/id.ts';
import { platformAction } from '../../kernel/platform-action.ts';
import { allSecrets } from '../access/secrets/resolve-secrets.ts';
import { acceptStep, type StepContext } from '../delivery/steps/accept-step.ts';
import { stepAnswer, stepInput } from '../delivery/steps/steps.schema.ts';
import { deletedConfig } from '../records/history/history-configs.store.ts';
import { httpRequestSteps } from './http-requests.schema.ts';
import { findHttpRequest } from './http-requests.store.ts';

const requestNamed = async ({ db }: StepContext, id: string) =>
  (await findHttpRequest(db, id)) ?? (await deletedConfig(db, id, 'HTTP_REQUEST'));

export const httpRequestStep = platformAction({
  name: 'http-request',
  id: 'run_http_request',
  summary: 'Run an HTTP request.',
  input: z.object({
    ...stepInput,
    requestId: requiredText(100).describe('ID of the HTTP request.'),
  }),
  output: stepAnswer,
  async run(ctx: StepContext, { requestId, runId, stepId, workflow, variables }) {
    // Requested together, so that they share a round trip.
    const [request, secrets] = await Promise.all([
      isUuid(requestId) ? requestNamed(ctx, requestId) : null,
      allSecrets(ctx),
    ]);
    return acceptStep(ctx, {
      actionType: 'HTTP_REQUEST',
      actionConfigId: request?.id ?? null,
      actionConfigName: request?.name ?? { unknown: requestId },
      trigger: 'workflow',
      runId,
      stepId,
      workflow: workflow ?? null,
      given: { variables: variables ?? {}, secrets },
      input: httpRequestSteps.write({ variables: variables ?? {}, workflow }),
    });
  },
});
