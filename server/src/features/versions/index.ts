export { packed, unpacked } from './snapshot.ts';
export { recordVersion } from './versions.store.ts';
