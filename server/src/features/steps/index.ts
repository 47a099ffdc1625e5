export { type StepContext, type StepTaker, takeStep } from './accept-step.ts';
export { runWork, type StepRunners } from './run-work.ts';
export { sweep } from './sweep.ts';
