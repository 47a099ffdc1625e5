import { httpRequestStep } from '../features/http-requests/http-request-step.op.ts';
import { sendEmailStep } from '../features/sending/mail-steps/send-email-step.op.ts';
import { validateStep } from '../features/workflow-platforms/step-validation/validate-step.op.ts';
import type { AnyPlatformAction } from '../kernel/platform-action.ts';

/** The actions that every workflow platform can use. */
export const platformActions: readonly AnyPlatformAction[] = [sendEmailStep, httpRequestStep, validateStep];
