import { createHmac, randomUUID } from 'node:crypto';

export interface StepAnswer {
  status: number;
  headers: Headers;
  body: { executionId: string; status: string; error?: string };
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

/** Calls a generic step as a workflow platform does. */
export async function callStep(
  origin: string,
  storeId: string,
  secret: string,
  action: string,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<StepAnswer> {
  const body = JSON.stringify(fields);
  const answer = await fetch(`${origin}/platforms/generic/${storeId}/${action}`, {
    method: 'POST',
    headers: { ...signedHeaders(secret, body), ...headers },
    body,
  });
  const received = (await answer.json()) as StepAnswer['body'];
  return { status: answer.status, headers: answer.headers, body: received };
}
