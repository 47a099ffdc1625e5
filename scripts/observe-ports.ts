/** Where `npm run dev` serves metrics unless `.env` says otherwise, and `npm run observe` looks for them. */
export const METRICS_PORTS = { OUTSTEP_METRICS_PORT: '9464', OUTSTEP_WORKER_METRICS_PORT: '9465' };
