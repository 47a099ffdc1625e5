import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../../kernel/accepted-languages.ts';
import { anyContentType } from '../calls/body.ts';
import type { PathTable } from '../rest/paths.ts';
import { type RecipientPage, sendBrokenLink, sendPage } from './page.ts';
import { textsIn } from './page-texts/page-texts.ts';

interface UnsubscribePath {
  storeId: string;
  executionId: string;
  token: string;
}

interface UnsubscribeLink {
  storeName: string;
  maskedAddress: string;
  locale: string;
  unsubscribe(): Promise<void>;
  undo(): Promise<void>;
}

/** `null` for a URL that is in no email. */
export type FindUnsubscribeLink = (path: UnsubscribePath) => Promise<UnsubscribeLink | null>;

type UnsubscribePageState = 'asking' | 'done' | 'undone';

const PATH = '/unsubscribe/:storeId/:executionId/:token';
const PREVIEW_PATH = '/unsubscribe/preview';
const ANY_OTHER = '/unsubscribe/*';
/** Far more than an email service or our button sends. */
const MAX_BODY = 64 * 1024;

/** The undo button sends this field; any other POST unsubscribes (RFC 8058). */
function isUndo(body: Buffer | undefined): boolean {
  const fields = new URLSearchParams(body?.toString('latin1'));
  return fields.get('undo') === '1' && !fields.has('List-Unsubscribe');
}

function pageOf(
  { storeName, maskedAddress, locale }: UnsubscribeLink,
  state: UnsubscribePageState,
): RecipientPage {
  const texts = textsIn(locale);
  const values = { store: storeName, address: maskedAddress };
  const unsubscribe = { name: 'unsubscribe', label: texts.unsubscribe };
  switch (state) {
    case 'asking':
      return { texts, heading: texts.unsubscribe, sentence: texts.ask, values, button: unsubscribe };
    case 'done': {
      const button = { name: 'undo', label: texts.undo, quiet: true };
      return { texts, heading: texts.done, sentence: texts.doneText, values, button };
    }
    case 'undone': {
      const button = { ...unsubscribe, quiet: true };
      return { texts, heading: texts.undone, sentence: texts.undoneText, values, button };
    }
  }
}

async function act(link: UnsubscribeLink, request: FastifyRequest): Promise<UnsubscribePageState> {
  // Scanners and email clients follow links: only a POST unsubscribes.
  if (request.method !== 'POST') return 'asking';
  const undo = isUndo(request.body as Buffer | undefined);
  await (undo ? link.undo() : link.unsubscribe());
  return undo ? 'undone' : 'done';
}

function sendPreview(request: FastifyRequest, reply: FastifyReply) {
  const texts = textsIn(...acceptedLanguages(request.headers['accept-language']));
  return sendPage(reply, { texts, heading: texts.preview, sentence: texts.previewText });
}

/**
 * Lets recipients of marketing email unsubscribe; anyone with the link may do so, without a key or a cookie.
 */
export function addUnsubscribeRoutes(
  server: FastifyInstance,
  { findUnsubscribeLink, paths }: { findUnsubscribeLink: FindUnsubscribeLink; paths: PathTable },
): void {
  for (const method of ['GET', 'POST'] as const) paths.add(method, PATH);
  paths.add('GET', PREVIEW_PATH);
  server.route<{ Params: UnsubscribePath }>({
    method: ['GET', 'HEAD', 'POST'],
    url: PATH,
    bodyLimit: MAX_BODY,
    onRequest: anyContentType,
    async handler(request, reply) {
      const link = await findUnsubscribeLink(request.params);
      if (!link) return sendBrokenLink(request, reply);
      return sendPage(reply, pageOf(link, await act(link, request)));
    },
  });
  server.route({ method: ['GET', 'HEAD'], url: PREVIEW_PATH, handler: sendPreview });
  server.route({ method: ['GET', 'HEAD'], url: ANY_OTHER, handler: sendBrokenLink });
}
