export { findDkimKey, findSender, type Sender } from './find-sender.ts';
export { senderExists } from './senders.store.ts';
