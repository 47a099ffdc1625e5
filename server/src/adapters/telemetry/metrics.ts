import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface Metrics {
  answered(route: string, status: number, seconds: number): void;
  budgetsCounted(exactly: boolean): void;
  /** By `statement`, `lock`, `silent` connection or `turn`. */
  databaseTimedOut(kind: string): void;
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: 'outstep_http_answers_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'outstep_http_answer_seconds',
    help: 'Time from the head of the request to the end of the answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [registry],
  });
  const exact = new Gauge({
    name: 'outstep_budgets_exact',
    help: '1 while budgets are counted in Redis, 0 while they are guessed in memory.',
    registers: [registry],
  });
  exact.set(1);
  const timeouts = new Counter({
    name: 'outstep_database_timeouts_total',
    help: 'Work at the database that was ended: by statement_timeout, lock_timeout, on a silent connection, or waiting for a turn of its store.',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of ['statement', 'lock', 'silent', 'turn']) timeouts.inc({ kind }, 0);
  return {
    answered(route, status, seconds) {
      answers.inc({ route, status });
      duration.observe({ route }, seconds);
    },
    budgetsCounted: (exactly) => exact.set(exactly ? 1 : 0),
    databaseTimedOut: (kind) => timeouts.inc({ kind }),
    text: () => registry.metrics(),
  };
}

/** Metrics have a port of their own, so that no proxy in front of the API exposes them by accident. */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(await metrics.text());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
