export { findDkimKey, findSender, type Sender } from './find-sender.ts';
