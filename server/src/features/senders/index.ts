export { dkimRecordOf } from './dkim-record.ts';
export { findDkimKey, findSender, type Sender } from './find-sender.ts';
export { findSmtpSenderRow } from './find-sender.store.ts';
export { senderExists } from './senders.store.ts';
