import { call } from '../../server/test/harness/client.ts';
import { layout } from '../mail-shape.ts';
import type { BenchStage } from '../stage.ts';
import { type StepCall, signed } from '../step-load.ts';

const HTTP_STORES = 100;
const MAIL_STORES = 20;

/** The job of one call, in terms that apply to both products. */
export interface Job {
  runId: string;
  stepId: string;
  variables: object;
  to?: string[];
}

/** One API and one worker process, and the stores that share the calls. */
export async function setUpProduct(
  stage: BenchStage,
  to: { targetOrigin: string; sinkPort: number; token: string },
) {
  await stage.startWorker();
  const origin = await stage.startApi();
  const newStore = async () => {
    const storeId = await stage.newStore();
    const { secret } = await stage.platformSecret(storeId);
    return { storeId, secret };
  };
  const calling: { storeId: string; secret: string; requestId: string }[] = [];
  for (let i = 0; i < HTTP_STORES; i++) {
    const store = await newStore();
    await stage.setSecret(store.storeId, 'WAREHOUSE', to.token);
    const url = `${to.targetOrigin}/orders/{{ variables.order.id }}`;
    calling.push({ ...store, requestId: await stage.newHttpRequest(store.storeId, url) });
  }
  const sending: { storeId: string; secret: string; layoutId: string }[] = [];
  for (let i = 0; i < MAIL_STORES; i++) {
    const store = await newStore();
    await stage.newSender(store.storeId, to.sinkPort);
    const [key = ''] = await stage.newKeys(store.storeId, 'write', 1);
    const made = await call(origin, key, 'POST', '/api/v1/email-templates', layout);
    if (made.status !== 201) throw new Error(`the layout was not made: ${made.text}`);
    sending.push({ ...store, layoutId: made.body.id });
  }
  let turn = 0;
  const next = <T extends { storeId: string; secret: string }>(
    stores: readonly T[],
    action: string,
    job: Job,
  ): StepCall => {
    const { storeId, secret, ...ids } = stores[turn++ % stores.length] as T;
    return signed(`${origin}/platforms/generic/${storeId}/${action}`, secret, { ...job, ...ids });
  };
  return {
    httpStep: (job: Job) => next(calling, 'http-request', job),
    mailStep: (job: Job) => next(sending, 'send-email', job),
  };
}
