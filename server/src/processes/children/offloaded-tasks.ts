import {
  keepCredentials,
  maskCall,
  maskComparison,
  maskReason,
  maskRequest,
  resolveRequest,
  resolveTestVariables,
} from '../../features/http-requests/masking-work.rules.ts';
import { maskVariables } from '../../features/layouts/sent-variables/mask-variables.rules.ts';
import { viewParts } from '../../features/records/history/history.view.ts';
import { maskReferences } from '../../features/records/history/mask-entry.rules.ts';
import {
  maskDeliveryResult,
  maskPlanned,
} from '../../features/sending/mail-steps/email-masking-tasks.rules.ts';
import type { OffloadedTask } from '../../kernel/offloaded-task.ts';

/** All tasks that may run in a separate process. */
export const offloadedTasks: readonly Pick<OffloadedTask<never, unknown>, 'name' | 'run'>[] = [
  ...[maskCall, maskComparison, maskReason, maskRequest],
  ...[keepCredentials, resolveRequest, resolveTestVariables],
  ...[maskReferences, viewParts, maskVariables],
  ...[maskPlanned, maskDeliveryResult],
];
