export { findDkimKey, findSender, type MailboxSender, type Sender, type SmtpSender } from './find-sender.ts';
export { lockSenders, senderExists, senderStanding } from './senders.store.ts';
