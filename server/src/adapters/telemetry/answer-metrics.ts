import { Counter, Histogram, type Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Response counts of one route. */
interface RouteResponses {
  byStatus: Map<number, number>;
  /**
   * Responses by time: each entry counts those within the bound at the same index but above the previous one;
   * the last has no bound.
   */
  byTime: number[];
  seconds: number;
}

type Routes = ReadonlyMap<string, RouteResponses>;

const TIMES = {
  name: 'outstep_http_answer_seconds',
  help: 'Time from the head of the request to the end of the answer.',
};

class RouteTimes extends Histogram<'route'> {
  readonly #routes: Routes;

  constructor(routes: Routes, registry: Registry) {
    super({ ...TIMES, labelNames: ['route'], buckets: SECONDS, registers: [registry] });
    this.#routes = routes;
  }

  /** Called for the text output; prom-client's own implementation reads what was observed. */
  async getForPromString() {
    const values = [...this.#routes].flatMap(([route, { byTime, seconds }]) => {
      const sharedLabels = { route };
      let count = 0;
      const buckets = byTime.map((within, i) => {
        count += within;
        const labels = { le: SECONDS[i] ?? '+Inf' };
        return { metricName: `${TIMES.name}_bucket`, labels, sharedLabels, value: count };
      });
      return [
        ...buckets,
        { metricName: `${TIMES.name}_sum`, labels: {}, sharedLabels, value: seconds },
        { metricName: `${TIMES.name}_count`, labels: {}, sharedLabels, value: count },
      ];
    });
    return { ...TIMES, type: 'histogram', aggregator: 'sum', values };
  }
}

/** Counts responses by route itself, because prom-client builds the labels again for each response. */
export function createResponseCounter(
  registry: Registry,
): (route: string, status: number, seconds: number) => void {
  const routes = new Map<string, RouteResponses>();
  new Counter({
    name: 'outstep_http_answers_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [route, { byStatus }] of routes)
        for (const [status, count] of byStatus) this.inc({ route, status }, count);
    },
  });
  new RouteTimes(routes, registry);
  return (route, status, seconds) => {
    let answers = routes.get(route);
    if (!answers) {
      answers = { byStatus: new Map(), byTime: Array(SECONDS.length + 1).fill(0), seconds: 0 };
      routes.set(route, answers);
    }
    answers.byStatus.set(status, (answers.byStatus.get(status) ?? 0) + 1);
    answers.seconds += seconds;
    let at = 0;
    while (at < SECONDS.length && seconds > (SECONDS[at] as number)) at++;
    answers.byTime[at] = (answers.byTime[at] ?? 0) + 1;
  };
}
