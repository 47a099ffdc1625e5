export { accessToMailbox, giveUpMailbox } from './mailbox-access.ts';
