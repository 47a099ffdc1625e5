export { findExecution, findOutcome } from './history.store.ts';
export {
  beginExecution,
  finishExecution,
  noteMail,
  type Outcome,
} from './record-execution.store.ts';
export { entriesWith, rewriteEntry } from './rewrite-entries.store.ts';
