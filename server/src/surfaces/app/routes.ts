import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createStore } from '../../features/access/stores/create-store.op.ts';
import { invalidField, parseFields, requiredText } from '../../kernel/fields.ts';
import { MAX_ADDRESS } from '../../kernel/mail-address.ts';
import { message } from '../../kernel/messages/message.ts';
import type { AnyOperation, Runtime } from '../../kernel/operation.ts';
import { readProof } from '../../kernel/step-up.ts';
import { anyContentType, parseMembers } from '../calls/body.ts';
import { invoke } from '../calls/invoke.ts';
import { sendAnswer } from '../rest/answer.ts';
import type { PathTable } from '../rest/paths.ts';
import {
  type AppBackend,
  headersOf,
  requireBudget,
  requirePerson,
  requireProof,
  type SignedIn,
} from './app-backend.ts';
import { addAuthRoutes } from './auth-routes.ts';
import { createSameOriginCheck, requireAppHeader } from './origin.ts';
import { addStoreRoutes } from './store-routes.ts';

export interface AppRouteOptions {
  operations: readonly AnyOperation[];
  runtime: Runtime;
  backend: AppBackend;
  paths: PathTable;
}

const PREFIX = '/app/api';

/** People type it to confirm that they want to delete their account. */
const ownAddress = z.object({ email: requiredText(MAX_ADDRESS) });

type AppHandler = (
  request: FastifyRequest,
  signedIn: SignedIn,
) => Promise<{ status?: number; value: unknown }>;

/** The app's own API: for people instead of keys, with the same operations. */
export function addAppRoutes(server: FastifyInstance, options: AppRouteOptions) {
  const { backend, runtime, paths } = options;
  const requireSameOrigin = createSameOriginCheck(runtime.baseUrl);

  const answer = (reply: FastifyReply, status: number, value: unknown) =>
    sendAnswer(reply, { status, headers: {}, body: JSON.stringify(value) });

  function route(method: 'GET' | 'POST', path: string, handle: AppHandler) {
    const url = PREFIX + path;
    paths.add(method, url);
    server.route({
      method,
      url,
      onRequest: [
        anyContentType,
        async (request) => {
          requireSameOrigin(request);
          requireAppHeader(request);
          const { person } = await requirePerson(backend, request);
          await requireBudget(backend.budgets.spend('request', person.id), runtime.now());
        },
      ],
      async handler(request, reply) {
        const { status = 200, value } = await handle(request, request.signedIn as SignedIn);
        return answer(reply, status, value);
      },
    });
  }

  // Needs no session: what the sign-in page can offer.
  paths.add('GET', `${PREFIX}/sign-in`);
  const openTo = {
    onRequest: ({ ip }: FastifyRequest) => requireBudget(backend.spendOfAddress(ip), runtime.now()),
  };
  server.get(`${PREFIX}/sign-in`, openTo, async (_request, reply) =>
    answer(reply, 200, {
      signUp: backend.signUp,
      sendsMail: backend.sendsMail,
      needsSetupCode: backend.signUp === 'invited' && (await backend.isEmpty()),
    }),
  );

  const tokenOf = ({ params }: FastifyRequest) => (params as { token: string }).token;
  paths.add('GET', `${PREFIX}/invitations/:token`);
  server.get(`${PREFIX}/invitations/:token`, openTo, async (request, reply) =>
    answer(reply, 200, await backend.invitation(tokenOf(request))),
  );
  route('POST', '/invitations/:token/accept', async (request, signedIn) => ({
    value: await backend.acceptInvitation(signedIn, tokenOf(request)),
  }));

  route('GET', '/sign-in-events', async (_request, { person }) => ({
    value: { items: (await backend.eventsOf(person)).map(({ personId: _, ...event }) => event) },
  }));

  route('GET', '/session', async (_request, { person, hasSecondFactor }) => ({
    value: {
      ...{ person, hasSecondFactor, stores: await backend.storesOf(person) },
      ...{ signUp: backend.signUp, sendsMail: backend.sendsMail },
    },
  }));

  route('POST', '/account/delete', async (request, signedIn) => {
    requireProof(signedIn);
    const { email } = parseFields(ownAddress, parseMembers(request.body as Buffer | undefined));
    if (email.trim().toLowerCase() !== signedIn.person.email)
      throw invalidField('email', message('not_this_account'));
    await backend.deleteAccount(signedIn);
    return { value: { deleted: true } };
  });

  // Called before a download, because the browser downloads by itself and could not explain an error.
  route('GET', '/step-up', async (_request, signedIn) => {
    requireProof(signedIn);
    return { value: {} };
  });
  route('POST', '/step-up', async (request, signedIn) => {
    const proof = readProof(parseMembers(request.body as Buffer | undefined));
    await backend.stepUp(signedIn, headersOf(request), proof);
    return { value: {} };
  });

  route('POST', '/stores', async (request, signedIn) => {
    const fields = parseMembers(request.body as Buffer | undefined);
    const ctx = backend.contextFor({ ...signedIn, role: 'owner', storeId: runtime.newId() }, null);
    await invoke(createStore, ctx, { path: {}, fields, fieldsFirst: true, ifMatch: null, strict: false });
    const made = (await backend.storesOf(signedIn.person)).find(({ id }) => id === ctx.storeId);
    return { status: 201, value: made };
  });

  addStoreRoutes(server, options);
  addAuthRoutes(server, { runtime, backend, paths });
}
