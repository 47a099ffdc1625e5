import { Refusal } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';

export const userNotFound = () => new Refusal('not_found', message('no_account'));
