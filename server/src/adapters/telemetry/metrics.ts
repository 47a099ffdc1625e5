import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Backlog } from '../../kernel/backlog.ts';
import { createResponseCounter } from './answer-metrics.ts';
import { addBacklogMetrics } from './backlog-metrics.ts';
import { monitorLoop, SLOW_TICK_MS } from './loop-monitor.ts';
import { addProcessMetrics, createProcessCounters, type ProcessState } from './process-metrics.ts';
import { createStepMetrics, type StepMetrics } from './step-metrics.ts';

export interface Metrics extends ReturnType<typeof createProcessCounters> {
  readonly steps: StepMetrics;
  answered(route: string, status: number, seconds: number): void;
  budgetsCounted(exactly: boolean): void;
  /** Reasons are `statement`, `lock`, `silent` (a connection) and `turn`. */
  databaseTimedOut(kind: string): void;
  databaseShort(kind: string): void;
  /** Sets the sources that are read at each scrape; called once. */
  watch(state: ProcessState & { backlog(): Promise<Backlog> }): void;
  /** Starts measurements that are only worth their cost if metrics are scraped. */
  start(): void;
  stop(): void;
  text(): Promise<string>;
}

export function createMetrics({ version, commit }: { version: string; commit: string | null }): Metrics {
  const registry = new Registry();
  new Gauge({
    name: 'outstep_build_info',
    help: 'Always 1; the labels say which build this process runs.',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version, commit: commit ?? 'unknown' }, 1);
  const answered = createResponseCounter(registry);
  const steps = createStepMetrics(registry);
  const counters = createProcessCounters(registry);
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
  const shortages = new Counter({
    name: 'outstep_database_shortages_total',
    help: 'Work that PostgreSQL refused because its disk is full or fails, it has too little memory, or it is read-only.',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of ['disk', 'memory', 'read_only']) shortages.inc({ kind }, 0);
  const longTurns = new Counter({
    name: 'outstep_loop_long_turns_total',
    help: `Turns of the event loop that took more than ${SLOW_TICK_MS} ms of the processor.`,
    registers: [registry],
  });
  let longest = 0;
  new Gauge({
    name: 'outstep_loop_longest_turn_seconds',
    help: 'Processor time of the longest turn of the event loop since this was read before.',
    registers: [registry],
    collect() {
      this.set(longest / 1000);
      longest = 0;
    },
  });
  let monitor: ReturnType<typeof monitorLoop> | undefined;
  return {
    ...counters,
    answered,
    steps,
    watch({ backlog, ...state }) {
      addProcessMetrics(registry, state);
      addBacklogMetrics(registry, backlog);
    },
    budgetsCounted: (exactly) => exact.set(exactly ? 1 : 0),
    databaseTimedOut: (kind) => timeouts.inc({ kind }),
    databaseShort: (kind) => shortages.inc({ kind }),
    start() {
      collectDefaultMetrics({ register: registry });
      monitor ??= monitorLoop((ms) => {
        longest = Math.max(longest, ms);
        if (ms > SLOW_TICK_MS) longTurns.inc();
      });
    },
    stop: () => monitor?.stop(),
    text: () => registry.metrics(),
  };
}

export interface MetricsAddress {
  metricsHost: string;
  metricsToken: string | null;
}

/** Compares digests, because a constant-time comparison needs equal lengths. */
function tokenCheck(token: string | null): (header: string | undefined) => boolean {
  if (token === null) return () => true;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${token}`);
  return (header = '') => timingSafeEqual(digest(header), expected);
}

/** Metrics have their own port, so that no proxy in front of the API exposes them by accident. */
export async function serveMetrics(
  metrics: Metrics,
  port: number,
  { metricsHost, metricsToken }: MetricsAddress,
): Promise<Server> {
  metrics.start();
  const mayRead = tokenCheck(metricsToken);
  const server = createServer(async (request, response) => {
    // A probe that only connects succeeds even where the event loop is stuck: the kernel accepts the connection.
    if (request.url === '/healthz') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    if (!mayRead(request.headers.authorization)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(await metrics.text());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, metricsHost, resolve);
  });
  server.once('close', () => metrics.stop());
  return server;
}
