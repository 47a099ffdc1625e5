export { dkimRecordOf } from './dkim-record.ts';
export { findDkimKey, findSender, type MailboxSender, type Sender, type SmtpSender } from './find-sender.ts';
export { findSmtpSenderRow } from './find-sender.store.ts';
export { lockSenders, senderExists, senderStanding } from './senders.store.ts';
