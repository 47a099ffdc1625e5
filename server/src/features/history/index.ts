export { findExecution, findOutcome } from './history.store.ts';
export {
  beginExecution,
  finishExecution,
  noteMail,
  type Outcome,
} from './record-execution.store.ts';
