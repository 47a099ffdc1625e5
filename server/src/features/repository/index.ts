export { announce, noteForRepository } from './note-change.ts';
export { pushChanges } from './push-changes.ts';
export { sweepRepositories } from './sweep-repositories.ts';
