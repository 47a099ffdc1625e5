import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { internalError, notFound, OperationError } from '../../kernel/error.ts';
import { fieldName } from '../../kernel/fields.ts';
import { message } from '../../kernel/messages/message.ts';
import { tooLarge } from '../calls/body.ts';
import { errorAnswerOf, sendAnswer } from './answer.ts';

/** Fastify's own errors, with our messages. */
function frameworkErrorOf(error: FastifyError, request: FastifyRequest): OperationError | null {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit);
  if (error.code === 'FST_ERR_BAD_URL') return new OperationError('not_found', message('path_unknown'));
  // No record has an ID of thousands of characters.
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH' || error.statusCode === 414) return notFound();
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new OperationError('invalid', message('body_unreadable'));
  }
  return null;
}

/**
 * A client that is still sending, such as a proxy, would lose the response if the connection were closed at
 * once. So the rest of the body is read and discarded, within the time that a request may take.
 */
function discardBody(request: FastifyRequest, reply: FastifyReply) {
  reply.removeHeader('connection');
  request.raw.resume();
}

/** The app shows messages in the reader's language, so it also needs the code and the parameters. */
const messagesOf = ({ said, problems }: OperationError) =>
  problems.length === 0
    ? [said]
    : problems.map(({ path, reason }) => ({ field: fieldName(path), ...reason }));

const sendError = (reply: FastifyReply, refusal: OperationError) => {
  const answer = errorAnswerOf(refusal);
  if (!reply.request.url.startsWith('/app/')) return sendAnswer(reply, answer);
  const body = JSON.stringify({ error: refusal.message, messages: messagesOf(refusal) });
  return sendAnswer(reply, { ...answer, body });
};

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof OperationError) return sendError(reply, error);
  const known = frameworkErrorOf(error as FastifyError, request);
  if (known?.kind === 'too_large') discardBody(request, reply);
  if (known) return sendError(reply, known);
  request.log.error({ err: error, requestId: request.id }, 'request failed');
  return sendError(reply, internalError());
}
