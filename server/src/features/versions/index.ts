export { packed } from './snapshot.ts';
export { recordVersion } from './versions.store.ts';
