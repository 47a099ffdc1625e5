import { Counter, Gauge, type Registry } from 'prom-client';

export interface PoolState {
  pool: string;
  busy: number;
  idle: number;
  /** Tasks that wait for a connection. */
  waiting: number;
}

export interface ChildGroupState {
  group: string;
  busy: number;
  idle: number;
  /** Jobs that wait for a process. */
  waiting: number;
}

/** Metrics of the process itself, computed when they are scraped. */
export interface ProcessState {
  pools(): PoolState[];
  children(): ChildGroupState[];
  /** Calls of the engine that are currently running. */
  running(): number;
}

/** These count whether or not metrics are scraped; see `watch`. */
export function createProcessCounters(registry: Registry) {
  const registers = [registry];
  const jobs = new Counter({
    name: 'outstep_child_jobs_total',
    help: 'Jobs that child processes were given, by group; those of designs are compiles.',
    labelNames: ['group'],
    registers,
  });
  for (const group of ['liquid', 'designs', 'heavy-small', 'heavy-large']) jobs.inc({ group }, 0);
  const children = new Counter({
    name: 'outstep_child_processes_ended_total',
    help: 'Child processes that were ended for what they were given (slow, memory) or lost.',
    labelNames: ['why'],
    registers,
  });
  for (const why of ['slow', 'memory', 'lost']) children.inc({ why }, 0);
  const spent = new Counter({
    name: 'outstep_budgets_asked_total',
    help: 'Units of budgets that were asked for, and whether they were given.',
    labelNames: ['budget', 'allowed'],
    registers,
  });
  for (const budget of ['request', 'execute', 'lookup'])
    for (const allowed of ['true', 'false']) spent.inc({ budget, allowed }, 0);
  const engine = new Counter({
    name: 'outstep_engine_calls_total',
    help: 'What the engine was given, and whether it took it.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['taken', 'refused']) engine.inc({ outcome }, 0);
  const resubmitted = new Counter({
    name: 'outstep_engine_lost_total',
    help: 'Work that the engine had lost, found by the sweeper and given to it again.',
    registers,
  });
  return {
    childGiven: (group: string) => jobs.inc({ group }),
    childEnded: (why: string) => children.inc({ why }),
    budgetAsked: (budget: string, allowed: boolean) => spent.inc({ budget, allowed: String(allowed) }),
    engineCalled: (isTaken: boolean) => engine.inc({ outcome: isTaken ? 'taken' : 'refused' }),
    engineLost: (count: number) => resubmitted.inc(count),
  };
}

export function addProcessMetrics(registry: Registry, state: ProcessState): void {
  const registers = [registry];
  new Gauge({
    name: 'outstep_database_connections',
    help: 'Connections to PostgreSQL by pool; waiting is work that waits for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, busy, idle, waiting } of state.pools())
        for (const [name, count] of Object.entries({ busy, idle, waiting }))
          this.set({ pool, state: name }, count);
    },
  });
  new Gauge({
    name: 'outstep_child_processes',
    help: 'Processes for Liquid, designs and heavy work; waiting is jobs that wait for one.',
    labelNames: ['group', 'state'],
    registers,
    collect() {
      for (const { group, busy, idle, waiting } of state.children())
        for (const [name, count] of Object.entries({ busy, idle, waiting }))
          this.set({ group, state: name }, count);
    },
  });
  new Gauge({
    name: 'outstep_work_running',
    help: 'Pieces of work from the engine that are under way in this process.',
    registers,
    collect() {
      this.set(state.running());
    },
  });
}
