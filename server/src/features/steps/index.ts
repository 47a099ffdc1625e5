export { runWork, type StepRunners } from './run-work.ts';
export { sweep } from './sweep.ts';
