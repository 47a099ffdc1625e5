export { settingText } from './settings.rules.ts';
export { settingsOf } from './settings.store.ts';
