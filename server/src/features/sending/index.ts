export { runMailStep } from './run-mail-step.ts';
