export { storeName } from './stores.store.ts';
