export { recordStepReference } from './step-references.store.ts';
