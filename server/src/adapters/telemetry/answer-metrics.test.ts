import { Counter, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createResponseCounter } from './answer-metrics.ts';

test('exports the same series as prom-client', async () => {
  const ours = new Registry();
  const answered = createResponseCounter(ours);
  const theirs = new Registry();
  const counter = new Counter({
    name: 'outstep_http_answers_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers: [theirs],
  });
  const histogram = new Histogram({
    name: 'outstep_http_answer_seconds',
    help: 'Time from the head of the request to the end of the answer.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [theirs],
  });
  const routes = ['/api/v1/http-requests/:id', '/api/mcp', 'a "quoted" \\ route'];
  for (let i = 0; i < 300; i++) {
    const [route = '', status] = [routes[i % 3], i % 7 === 0 ? 404 : 200];
    const seconds = [0, 0.001, 0.0011, 0.03, 2.5, 11, i / 100][i % 7] as number;
    answered(route, status, seconds);
    counter.inc({ route, status });
    histogram.observe({ route }, seconds);
    // Reading must not count twice.
    if (i % 100 === 0) await ours.metrics();
  }
  // The order of the series of a metric does not matter.
  const linesOf = async (registry: Registry) => (await registry.metrics()).split('\n').sort();
  expect(await linesOf(ours)).toEqual(await linesOf(theirs));
  expect(await ours.metrics()).toContain('outstep_http_answers_total{route="/api/mcp",status="404"}');
});
