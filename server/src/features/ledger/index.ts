export type { FanOut, Message, Planned, PlanNote, Sent } from './fan-out.ts';
export { messagesOf } from './fan-out.store.ts';
export { eraseInputs, heldInputs } from './held-inputs.store.ts';
export { inputPlace } from './input-place.rules.ts';
export { laneOfSender, laneOfStore } from './lanes.rules.ts';
export {
  acceptStep,
  beginHeld,
  type Claim,
  claimWork,
  endStepWork,
  loadWork,
  recentStepInputs,
  renewWork,
  stepInputOf,
  takeOverdueWork,
} from './ledger.store.ts';
export { persistently } from './persistently.ts';
export { delayAfter } from './retry.rules.ts';
export { retryLater } from './retry-later.ts';
export { runFanOut } from './run-fan-out.ts';
export { LEASE_MARGIN_MS, type LoadedWork, type WorkContext } from './work.ts';
