import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { livePlatformSecrets } from '../../src/features/workflow-platforms/platform-secrets/live-secrets.ts';
import { OperationError } from '../../src/kernel/error.ts';
import { requiredText } from '../../src/kernel/fields.ts';
import { jsonObject } from '../../src/kernel/json.ts';
import type { Context } from '../../src/kernel/operation.ts';
import { type AnyPlatformAction, platformAction } from '../../src/kernel/platform-action.ts';
import { createHttpServer } from '../../src/processes/http-server.ts';
import type { AppBackend } from '../../src/surfaces/app/app-backend.ts';
import type { FailedCalls } from '../../src/surfaces/workflow-platforms/failed-calls.ts';
import type { ShopifyBackend } from '../../src/surfaces/workflow-platforms/shopify-flow/routes.ts';
import type { Outstep } from '../harness/outstep.ts';
import { plainMessage } from '../harness/plain-message.ts';
import { sharedOutstep } from '../harness/shared.ts';

export const EXECUTION = '0198c0de-0000-7000-8000-0000000000e1';

/** The arguments of the action's call. */
export interface RecordedCall {
  storeId: string;
  input: Record<string, unknown>;
}

/** An action for tests; its result depends on the run ID. */
const actionOf = (ran: RecordedCall[]) =>
  platformAction({
    name: 'http-request',
    id: 'run_http_request',
    summary: 'Answers what the run id asks for.',
    input: z.object({
      runId: requiredText(100),
      stepId: requiredText(100),
      requestId: requiredText(100),
      variables: jsonObject.optional(),
    }),
    output: z.object({ executionId: z.string(), status: z.string() }),
    async run(ctx: Context, input) {
      ran.push({ storeId: ctx.storeId, input });
      if (input.runId === 'refused')
        throw new OperationError('unavailable', plainMessage('come back later'), { executionId: EXECUTION });
      if (input.runId === 'broken') throw new Error('broken inside');
      const later = input.runId === 'slow';
      return {
        value: { executionId: EXECUTION, status: later ? 'PENDING' : 'SUCCESS' },
        status: later ? 202 : 200,
        executionId: EXECUTION,
      };
    },
  });

export interface PlatformRequest {
  method?: string;
  url?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface PlatformResponse {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** The real server around the tests' own action, with a clock that the test sets. */
export interface PlatformTestServer {
  outstep: Outstep;
  ran: RecordedCall[];
  /** Every line of the log. */
  logged: string[];
  /** The stores whose secrets were read. */
  asked: string[];
  setClock(now: Date | null): void;
  newSecret(storeId: string): Promise<string>;
  send(sent: PlatformRequest): Promise<PlatformResponse>;
  listen(): Promise<string>;
  close(): Promise<void>;
}

const never = () => {
  throw new Error('not to be called here');
};

export interface PlatformServerOptions {
  /** In addition to the tests' own. */
  actions?(ran: RecordedCall[]): AnyPlatformAction[];
  shopify?(outstep: Outstep): Partial<ShopifyBackend>;
  /** The built app. */
  appFolder?: string;
  failedCalls?: FailedCalls;
}

/** Most tests make more failing calls than a network is allowed. */
const uncounted: FailedCalls = {
  requireLeft: () => {},
  platformOf: () => null,
  countFailure: () => {},
  countSigned: () => {},
};

export async function startPlatformServer({
  actions,
  shopify,
  appFolder = '/nonexistent',
  failedCalls = uncounted,
}: PlatformServerOptions = {}): Promise<PlatformTestServer> {
  const outstep = await sharedOutstep();
  const { core } = outstep;
  const [ran, logged, asked]: [RecordedCall[], string[], string[]] = [[], [], []];
  let clock: Date | null = null;
  const runtime = { ...core.runtime, now: () => clock ?? new Date() };
  const contextFor = (storeId: string) =>
    ({
      ...runtime,
      storeId,
      db: core.database.forStore(storeId),
      vault: core.vaultFor(storeId),
    }) as Context;
  const { server } = await createHttpServer({
    log: pino({ level: 'trace' }, { write: (line: string) => logged.push(line) }),
    metrics: { answered: () => {} },
    trustedProxies: [],
    operations: [],
    runtime,
    gate: { admit: never, requireAccess: never, spend: never },
    contextFor: never,
    inTurn: never,
    idempotentAnswers: never,
    ready: async () => null,
    appFolder,
    appAdvice: 'run: npm run build',
    isDoctor: () => false,
    mailAssetsFolder: '/nonexistent',
    guidesFolder: '/nonexistent',
    app: {} as AppBackend,
    findPicture: never,
    findDownload: never,
    findUnsubscribeLink: never,
    failedCalls,
    platforms: {
      actions: [actionOf(ran), ...(actions?.(ran) ?? [])],
      secretsOf(storeId) {
        asked.push(storeId);
        return livePlatformSecrets(contextFor(storeId));
      },
      contextFor,
    },
    shopify: {
      secrets: [],
      storesOf: never,
      contextFor,
      eraseCustomer: never,
      eraseShop: never,
      ...shopify?.(outstep),
    },
  });
  return {
    outstep,
    ran,
    logged,
    asked,
    setClock(now) {
      clock = now;
    },
    async newSecret(storeId) {
      const made = await outstep.operator(storeId, 'create_platform_secret', {});
      return (made as { secret: string }).secret;
    },
    async send({ method = 'POST', url = '/', headers = {}, body = '' }) {
      const response = await server.inject({ method: method as 'POST', url, headers, payload: body });
      return { status: response.statusCode, headers: response.headers, text: response.body };
    },
    listen: () => server.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await server.close();
      await outstep.close();
    },
  };
}

const seconds = (time: Date) => String(Math.floor(time.getTime() / 1000));

/** Signed by the standard's own package, as a platform would. */
export function signed(secret: string, body: string, id = 'msg_1', at = new Date()) {
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds(at),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

/** Signed byte by byte, for input that the package would refuse to sign. */
export function signedBytes(secret: string, body: Buffer, id: string, timestamp: string) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac.digest('base64')}`,
  };
}
