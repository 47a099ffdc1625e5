import { OperationError } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';

export const userNotFound = () => new OperationError('not_found', message('no_account'));
