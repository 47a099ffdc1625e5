import { sendEmailStep } from '../../features/sending/send-email-step.op.ts';
import { httpRequestStep } from '../../features/steps/http-request-step.op.ts';
import { validateStep } from '../../features/steps/validate-step.op.ts';
import type { AnyPlatformAction } from '../../kernel/platform-action.ts';

/** What workflow platforms can have done, whichever platform asks. */
export const platformActions: readonly AnyPlatformAction[] = [sendEmailStep, httpRequestStep, validateStep];
