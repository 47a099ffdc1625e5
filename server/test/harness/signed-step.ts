import { createHmac, randomUUID } from 'node:crypto';
import { requireDocumented } from './documented-answers.ts';

export interface StepAnswer {
  status: number;
  headers: Headers;
  body: { executionId: string; status: string; error?: string; warnings?: string[] };
}

/** The headers with which a workflow platform signs a body. */
export function signedHeaders(secret: string, body: string): Record<string, string> {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

type StepCall = [
  origin: string,
  storeId: string,
  secret: string,
  action: string,
  fields: Record<string, unknown>,
  headers?: Record<string, string>,
];

async function send(...[origin, storeId, secret, action, fields, headers = {}]: StepCall) {
  const body = JSON.stringify(fields);
  const path = `/platforms/generic/${storeId}/${action}`;
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { ...signedHeaders(secret, body), ...headers },
    body,
  });
  const received = (await answer.json()) as StepAnswer['body'];
  return { path, status: answer.status, headers: answer.headers, body: received };
}

/** Calls a generic step as a workflow platform does. */
export async function callStep(...step: StepCall): Promise<StepAnswer> {
  const { path, ...answer } = await send(...step);
  return requireDocumented('POST', path, answer);
}

/** The same for another release, which has its own document. */
export async function callStepOfRelease(...step: StepCall): Promise<StepAnswer> {
  const { path: _, ...answer } = await send(...step);
  return answer;
}
