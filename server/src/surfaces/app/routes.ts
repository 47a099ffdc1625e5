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
import { addAuthRoutes } from './auth-routes.ts';
import {
  type AppDoor,
  headersOf,
  requireBudget,
  requirePerson,
  requireProof,
  type SignedIn,
} from './door.ts';
import { createSameOriginCheck, requireAppHeader } from './origin.ts';
import { addStoreRoutes } from './store-routes.ts';

export interface AppRouteOptions {
  operations: readonly AnyOperation[];
  runtime: Runtime;
  door: AppDoor;
  paths: PathTable;
}

const PREFIX = '/app/api';

/** Typed by whoever deletes their account. */
const ownAddress = z.object({ email: requiredText(MAX_ADDRESS) });

type AppHandler = (
  request: FastifyRequest,
  signedIn: SignedIn,
) => Promise<{ status?: number; value: unknown }>;

/** The app's own API: people instead of keys, over the same operations. */
export function addAppRoutes(server: FastifyInstance, options: AppRouteOptions) {
  const { door, runtime, paths } = options;
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
          const { person } = await requirePerson(door, request);
          await requireBudget(door.budgets.spend('request', person.id), runtime.now());
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
    onRequest: ({ ip }: FastifyRequest) => requireBudget(door.spendOfAddress(ip), runtime.now()),
  };
  server.get(`${PREFIX}/sign-in`, openTo, async (_request, reply) =>
    answer(reply, 200, {
      signUp: door.signUp,
      sendsMail: door.sendsMail,
      needsSetupCode: door.signUp === 'invited' && (await door.isEmpty()),
    }),
  );

  const tokenOf = ({ params }: FastifyRequest) => (params as { token: string }).token;
  paths.add('GET', `${PREFIX}/invitations/:token`);
  server.get(`${PREFIX}/invitations/:token`, openTo, async (request, reply) =>
    answer(reply, 200, await door.invitation(tokenOf(request))),
  );
  route('POST', '/invitations/:token/accept', async (request, signedIn) => ({
    value: await door.acceptInvitation(signedIn, tokenOf(request)),
  }));

  route('GET', '/sign-in-events', async (_request, { person }) => ({
    value: { items: (await door.eventsOf(person)).map(({ personId: _, ...event }) => event) },
  }));

  route('GET', '/session', async (_request, { person, hasSecondFactor }) => ({
    value: { person, hasSecondFactor, stores: await door.storesOf(person), signUp: door.signUp },
  }));

  route('POST', '/account/delete', async (request, signedIn) => {
    requireProof(signedIn);
    const { email } = parseFields(ownAddress, parseMembers(request.body as Buffer | undefined));
    if (email.trim().toLowerCase() !== signedIn.person.email)
      throw invalidField('email', message('not_this_account'));
    await door.deleteAccount(signedIn);
    return { value: { deleted: true } };
  });

  // Before a download, which a browser does by itself and could not explain.
  route('GET', '/step-up', async (_request, signedIn) => {
    requireProof(signedIn);
    return { value: {} };
  });
  route('POST', '/step-up', async (request, signedIn) => {
    const proof = readProof(parseMembers(request.body as Buffer | undefined));
    await door.stepUp(signedIn, headersOf(request), proof);
    return { value: {} };
  });

  route('POST', '/stores', async (request, signedIn) => {
    const fields = parseMembers(request.body as Buffer | undefined);
    const ctx = door.contextFor({ ...signedIn, role: 'owner', storeId: runtime.newId() }, null);
    await invoke(createStore, ctx, { path: {}, fields, fieldsFirst: true, ifMatch: null, strict: false });
    const made = (await door.storesOf(signedIn.person)).find(({ id }) => id === ctx.storeId);
    return { status: 201, value: made };
  });

  addStoreRoutes(server, options);
  addAuthRoutes(server, { runtime, door, paths });
}
