export { suppressedAmong, unsubscribedAmong } from './among.ts';
export { addUnsubscribe, eraseAddress, removeUnsubscribe, suppress } from './change-unsubscribes.ts';
export { openUnsubscribeLink, unsubscribeUrl } from './unsubscribe-link.ts';
