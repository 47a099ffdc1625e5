import { setTimeout as sleep } from 'node:timers/promises';
import { createMailer } from '../adapters/people/mailer.ts';
import { tryWithAdvisoryLock } from '../adapters/postgres/run-alone.ts';
import type { Config } from '../config.ts';
import { noticeEndingKeys } from '../features/access/keys/keys.store.ts';
import { sendNotices } from '../features/access/people/send-notices.ts';
import { deleteDueStores } from '../features/access/stores/delete-everything.ts';
import { checkDueDomains } from '../features/alerts/detection/check-domains.ts';
import { judgeStores } from '../features/alerts/detection/judge-stores.ts';
import { sendAlertMessages } from '../features/alerts/notifications/send-alert-messages.ts';
import { eraseDue } from '../features/customers/erasure-requests.ts';
import { sweep } from '../features/delivery/steps/sweep.ts';
import { sweepRepositories } from '../features/layouts/repository/sweep-repositories.ts';
import type { Contexts } from './contexts.ts';
import type { Core } from './core.ts';
import { MAINTENANCE, runMaintenanceTasks } from './maintain.ts';
import { maskRequests } from './mask-requests.ts';
import { FILE_SWEEP, sweepFiles } from './sweep-files.ts';

interface BackgroundContext {
  core: Core;
  contexts: Contexts;
  /**
   * To be checked between pieces of work: the worker may be stopping, or another may have taken over a job
   * that runs alone.
   */
  isStopping(): boolean;
}

/** A job that every worker runs in addition to its calls. */
export interface BackgroundWork {
  /** For the log, and for the lock of a job that runs alone. */
  name: string;
  /** The pause between two runs. */
  restMs(config: Config): number;
  /** Whether a starting worker also pauses before the first run. */
  restsFirst: boolean;
  /**
   * `alone`: in one worker at a time, with a database lock. `everywhere`: in all workers, each row claimed by
   * the first.
   */
  runs: 'alone' | 'everywhere';
  /** Runs the job; returns how much it did, for the log. */
  run(background: BackgroundContext): Promise<object | null>;
}

const LONGEST_SWEEP_PAUSE_MS = 5_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Often enough that lost work is detected soon after it may have been lost. */
const sweepPauseMs = ({ sweepAfterMs }: Config) => Math.min(LONGEST_SWEEP_PAUSE_MS, sweepAfterMs / 4);

const countOrNull = (name: string, count: number) => (count > 0 ? { [name]: count } : null);

export const backgroundWork: readonly BackgroundWork[] = [
  {
    name: 'resubmit work that the engine did not have',
    restMs: sweepPauseMs,
    restsFirst: false,
    runs: 'everywhere',
    async run({ core: { database, config, metrics }, contexts, isStopping }) {
      const swept = await sweep({
        outside: database.outsideStores,
        forStore: database.forStore,
        engine: contexts.engine.get(),
        patienceMs: config.sweepAfterMs,
        isStopping,
      });
      metrics.engineLost(swept);
      return countOrNull('swept', swept);
    },
  },
  {
    name: 'erase customers',
    restMs: sweepPauseMs,
    restsFirst: false,
    runs: 'everywhere',
    async run({ core, contexts, isStopping }) {
      const outside = core.database.outsideStores;
      return countOrNull('erased', await eraseDue({ outside, contextOf: contexts.ofStore, isStopping }));
    },
  },
  {
    name: 'delete stores',
    restMs: sweepPauseMs,
    restsFirst: false,
    runs: 'everywhere',
    async run({ core, contexts, isStopping }) {
      const outside = core.database.outsideStores;
      return countOrNull(
        'storesDeleted',
        await deleteDueStores({ outside, contextOf: contexts.asWorker, isStopping }),
      );
    },
  },
  {
    name: 'announce commits that have waited too long',
    restMs: sweepPauseMs,
    restsFirst: false,
    runs: 'everywhere',
    async run({ core: { database, config, runtime }, contexts }) {
      const announced = await sweepRepositories({
        outside: database.outsideStores,
        engine: contexts.engine.get(),
        newId: runtime.newId,
        patienceMs: config.sweepAfterMs,
      });
      return countOrNull('announced', announced);
    },
  },
  {
    name: 'mail people what concerns them',
    restMs: sweepPauseMs,
    restsFirst: false,
    runs: 'everywhere',
    async run({ core: { config, database, log }, isStopping }) {
      if (config.mailUrl === null) return null;
      const onError = (err: unknown) => log.warn({ err }, 'a mail to a person was not sent');
      const mail = createMailer({ url: config.mailUrl, from: config.mailFrom, onError });
      const { baseUrl } = config;
      const sent = await sendNotices({ outside: database.outsideStores, mail, baseUrl, isStopping });
      return countOrNull('mailed', sent);
    },
  },
  {
    name: 'tell owners of keys that end soon',
    restMs: () => HOUR_MS,
    restsFirst: false,
    runs: 'everywhere',
    run: async ({ core: { config, database } }) =>
      config.mailUrl === null ? null : countOrNull('ending', await noticeEndingKeys(database.outsideStores)),
  },
  {
    name: 'judge what may be an alert',
    restMs: sweepPauseMs,
    restsFirst: false,
    runs: 'everywhere',
    async run({ core: { config, database, log, runtime }, isStopping }) {
      const judged = await judgeStores({
        ...{ outside: database.outsideStores, forStore: database.forStore, isStopping },
        ...{ newId: runtime.newId, now: runtime.now, mails: config.mailUrl !== null },
        onError: (err, storeId) => log.warn({ err, storeId }, 'the alerts of a store were not judged'),
      });
      return countOrNull('judged', judged);
    },
  },
  {
    name: 'tell of alerts',
    restMs: sweepPauseMs,
    restsFirst: false,
    runs: 'everywhere',
    async run({ core: { config, database, log, runtime }, contexts, isStopping }) {
      const onError = (err: unknown) => log.warn({ err }, 'an alert was not mailed');
      const told = await sendAlertMessages({
        ...{ outside: database.outsideStores, contextOf: contexts.ofStore, isStopping, now: runtime.now },
        mail: createMailer({ url: config.mailUrl, from: config.mailFrom, onError }),
        onError: (err, storeId) => log.warn({ err, storeId }, 'the alerts of a store were not told'),
      });
      return countOrNull('told', told);
    },
  },
  {
    name: 'look up domains of senders',
    restMs: () => MINUTE_MS,
    restsFirst: true,
    runs: 'everywhere',
    async run({ core: { database, log, runtime }, contexts, isStopping }) {
      const checked = await checkDueDomains({
        ...{ outside: database.outsideStores, contextOf: contexts.ofStore, isStopping, now: runtime.now },
        dns: contexts.dns.get(),
        onError: (err, storeId) => log.warn({ err, storeId }, 'the domain of a sender was not looked up'),
      });
      return countOrNull('domains', checked);
    },
  },
  {
    name: MAINTENANCE,
    restMs: () => HOUR_MS,
    restsFirst: true,
    runs: 'alone',
    async run({ core: { config, log }, isStopping }) {
      const onProgress = (sentence: string) => log.info(sentence);
      const done = await runMaintenanceTasks(config, { isStopping, onProgress });
      return Object.values(done).some((count) => count > 0) ? done : null;
    },
  },
  {
    name: FILE_SWEEP,
    restMs: () => HOUR_MS,
    restsFirst: true,
    runs: 'alone',
    run: async ({ core: { config }, isStopping }) =>
      countOrNull('filesSwept', await sweepFiles(config, isStopping)),
  },
  {
    name: 'mask requests of earlier releases',
    restMs: () => 10 * MINUTE_MS,
    restsFirst: true,
    runs: 'alone',
    async run({ core: { config, log }, contexts, isStopping }) {
      const onError: Parameters<typeof maskRequests>[0]['onError'] = (err, where) =>
        log.warn({ err, ...where }, 'HTTP requests were not masked again; it is tried again');
      const contextOf = contexts.asWorker;
      return countOrNull('masked', await maskRequests({ settings: config, contextOf, isStopping, onError }));
    },
  },
];

async function runJob(
  { name, runs, run }: BackgroundWork,
  background: BackgroundContext,
): Promise<object | null> {
  if (runs === 'everywhere') return run(background);
  const done = await tryWithAdvisoryLock(background.core.config.databaseAdminUrl, name, (lock) =>
    run({ ...background, isStopping: () => background.isStopping() || lock.isLost() }),
  );
  return done?.value ?? null;
}

/** Starts all jobs, each at its own pace, so that a long erasure does not delay the sweep for lost work. */
export function startBackground(core: Core, contexts: Contexts, jobs = backgroundWork) {
  const { config, log } = core;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const rest = (ms: number) =>
    sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);

  async function keepRunning(job: BackgroundWork) {
    const { name, restMs, restsFirst } = job;
    if (restsFirst) await rest(restMs(config));
    while (!isStopping()) {
      try {
        const done = await runJob(job, { core, contexts, isStopping });
        if (done) log.info(done, name);
      } catch (err) {
        log.warn({ err }, `${name}: did not get through; it is tried again`);
      }
      await rest(restMs(config));
    }
  }

  const running = Promise.all(jobs.map(keepRunning));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
