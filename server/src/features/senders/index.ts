export { senderExists } from './senders.store.ts';
