export { settingsOf } from './settings.store.ts';
