/** The ports where `npm run dev` serves metrics by default and `npm run observe` reads them. */
export const METRICS_PORTS = { OUTSTEP_METRICS_PORT: '9464', OUTSTEP_WORKER_METRICS_PORT: '9465' };
