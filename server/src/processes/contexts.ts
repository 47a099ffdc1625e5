import { createOffloadPool } from '../adapters/child-processes/offload-pool.ts';
import { createRenderPool } from '../adapters/child-processes/render-pool.ts';
import { createGitHubHost } from '../adapters/github/github-host.ts';
import { createMailboxHost } from '../adapters/mailboxes/mailbox-host.ts';
import { parseAllowList } from '../adapters/outbound/allow-list.ts';
import { createDnsClient } from '../adapters/outbound/dns-client.ts';
import { createOutbound } from '../adapters/outbound/outbound-client.ts';
import { createInstallation } from '../adapters/postgres/installation.ts';
import { createEngine } from '../adapters/restate/engine.ts';
import { composeForMailbox } from '../adapters/smtp/compose.ts';
import { createMailTransport } from '../adapters/smtp/mail-transport.ts';
import { entryRow } from '../features/access/audit/audit.store.ts';
import { isNoticed } from '../features/access/people/notice-mail.rules.ts';
import { noticeRow } from '../features/access/people/notices.store.ts';
import type { WorkContext } from '../features/delivery/ledger/work.ts';
import type { StepContext } from '../features/delivery/steps/accept-step.ts';
import { preparePlain } from '../features/rendering/liquid/plain-liquid.rules.ts';
import type { Actor, AuditEntry, CallClient } from '../kernel/audit.ts';
import type { DnsReader } from '../kernel/dns.ts';
import { OperationError } from '../kernel/error.ts';
import type { IfMatch } from '../kernel/etag.ts';
import type { MailServer, MailTransport } from '../kernel/mail.ts';
import { DEFAULT_MAIL_LANGUAGE } from '../kernel/mail-language.ts';
import { message } from '../kernel/messages/message.ts';
import type { Context, KeyedContext, OperatorContext, PersonContext } from '../kernel/operation.ts';
import type { OutboundClient } from '../kernel/outbound.ts';
import type { PeopleDirectory } from '../kernel/people.ts';
import type { Budgets } from '../kernel/ports.ts';
import type { Visitor } from '../surfaces/app/app-backend.ts';
import type { ApiCaller } from '../surfaces/calls/gate.ts';
import type { Core } from './core.ts';
import { createFairShares } from './fair-shares.ts';
import { lazy, lazyPort } from './lazy.ts';
import { operatorClient } from './operator-client.ts';
import { ownEndpoints } from './own-endpoints.ts';
import { createUploads } from './uploads.ts';

/**
 * How long a text waits for a render process: as long as this many others may use their full time limit, plus
 * the start of processes.
 */
const MAX_JOBS_AHEAD = 5;
const LEAST_WAIT_MS = 5000;

/**
 * For scanning megabytes instead of rendering a template. Waiting for a process and running in it (at most
 * 1.5 times its CPU time) must together remain below the margin of a lease.
 */
const HEAVY_PATIENCE = { cpu: 4, wait: 3 };

const operator = { type: 'operator', id: 'operator', name: 'operator' } as const;

/** The build renames `.ts` to `.js` and rewrites imports, but not paths. */
const childEntry = (name: string) =>
  new URL(`./children/${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** The parts that all calls of a process share, each created on first use. */
function createParts({ config, log, metrics, runtime, accountOf }: Core) {
  const ownHost = new URL(config.baseUrl).hostname;
  const renderPool = lazy(() =>
    createRenderPool({
      childEntry: childEntry('render'),
      cpuMs: config.renderPatienceMs,
      maxWaitMs: Math.max(LEAST_WAIT_MS, MAX_JOBS_AHEAD * config.renderPatienceMs),
      accountOf,
      preparePlain,
      onFault: (err) => log.error({ err }, 'a render process failed'),
      onJob: metrics.childGiven,
      onEnd: metrics.childEnded,
    }),
  );
  const offloadPool = lazy(() =>
    createOffloadPool({
      childEntry: childEntry('heavy'),
      accountOf,
      cpuMs: HEAVY_PATIENCE.cpu * config.renderPatienceMs,
      maxWaitMs: HEAVY_PATIENCE.wait * config.renderPatienceMs,
      onFault: (err) => log.error({ err }, 'a process for heavy work failed'),
      onJob: metrics.childGiven,
      onEnd: metrics.childEnded,
    }),
  );
  const outbound = lazy(() =>
    createOutbound({
      allow: parseAllowList(config.outboundAllow),
      ownHosts: [ownHost],
      ownEndpoints: ownEndpoints(config),
    }),
  );
  const mail = lazy(() => createMailTransport({ dialer: outbound.get(), ownHost }));
  return {
    renderPool,
    offloadPool,
    outbound,
    mail,
    repositories: lazy(() => createGitHubHost({ ...config.github, userAgent: `outstep/${runtime.release}` })),
    mailboxes: lazy(() =>
      createMailboxHost({
        settings: config.mailboxes,
        redirectUrl: `${config.baseUrl}/connect-mailbox`,
        outbound: outbound.get(),
        compose: composeForMailbox,
      }),
    ),
    uploads: lazy(() => createUploads(log)),
    dns: lazy(() => createDnsClient({ servers: config.dnsServers })),
    engine: lazy(() => createEngine(config.engineIngressUrl, config.engineAdminUrl, metrics.engineCalled)),
  };
}

/** Parts that only some processes have. */
interface ProcessContext {
  budgets?: Budgets;
  people?: PeopleDirectory;
  /**
   * Whether stores may get a data key: one that is wrapped by a wrong master key could never be opened by
   * other processes.
   */
  mayWrap?(): boolean;
}

const absent = (what: string): never => {
  throw new Error(`this process has no ${what}`);
};

const noPeople: PeopleDirectory = {
  findProven: () => absent('people'),
  passwordLink: () => absent('people'),
  removeSecondFactor: () => absent('people'),
  events: () => absent('people'),
  list: () => absent('people'),
  setSuspended: () => absent('people'),
  deleteByOperator: () => absent('people'),
  send: () => absent('people'),
};

/** Creates the context of every call on behalf of a store, in every process and in tests. */
export type Contexts = ReturnType<typeof createContexts>;

export function createContexts(core: Core, own: ProcessContext = {}) {
  const { config, database, log, runtime } = core;
  const { measure } = runtime.instruments;
  const parts = createParts(core);

  // Contexts are plain objects: getters, or properties assigned afterward, cost several microseconds per
  // call.
  const renderPool = lazyPort(parts.renderPool.get);
  const repositories = lazyPort(parts.repositories.get);

  const outboundOf = (storeId: string): OutboundClient => ({
    send: (request) => parts.outbound.get().forStore(storeId).send(request),
    download: (url, limits) => parts.outbound.get().forStore(storeId).download(url, limits),
  });

  /**
   * The parts that every call has. They are created on first use, because a command may need none of them.
   */
  const storeContext = (
    storeId: string,
    ifMatch: IfMatch = null,
    outboundFor: (storeId: string) => OutboundClient = outboundOf,
  ): Context => ({
    ...runtime,
    storeId,
    db: database.forStore(storeId),
    vault: core.vaultFor(storeId),
    liquid: renderPool,
    renderer: renderPool,
    designs: renderPool,
    heavy: (work, input) => parts.offloadPool.get().run(storeId, work, input),
    outbound: outboundFor(storeId),
    // A command without a store has no files.
    files: lazyPort(() => core.filesFor(storeId)),
    repositories,
    newDataKey() {
      if (own.mayWrap?.() === false)
        throw new OperationError('unavailable', message('master_key_unconfirmed'), { retryAfterSeconds: 60 });
      return core.keyWrapper.newDataKey(storeId);
    },
    ifMatch,
  });

  const turns = createFairShares(core.accountOf);

  /** Outbound calls of interactive requests share a fair queue; those of steps have lanes. */
  const outboundInTurn = (storeId: string): OutboundClient => {
    const outbound = outboundOf(storeId);
    return {
      send: (request) => turns.test(storeId, () => outbound.send(request)),
      download: (url, limits) => turns.test(storeId, () => outbound.download(url, limits)),
    };
  };

  const warnOf = (storeId: string) => (err: unknown, what: string) => log.warn({ err, storeId }, what);

  /** Records calls on behalf of a store in its audit log; a call without a store is not recorded. */
  const auditOf = (storeId: string, actor: Actor, via: string, client: CallClient) => {
    const rows = (entry: AuditEntry) => {
      if (storeId === '') return [];
      const happened = { id: runtime.newId(), at: runtime.now(), client, ...entry };
      const byOperator = actor.type === 'operator';
      return [
        entryRow({ storeId, actor, via, ...happened }),
        ...(config.mailUrl !== null && isNoticed(entry.operation)
          ? [noticeRow({ byOperator, ...happened })]
          : []),
      ];
    };
    const tell = async (entry: AuditEntry) => {
      for (const row of rows(entry))
        await database
          .forStore(storeId)
          .rows(row)
          .catch((err) =>
            log.error({ err, storeId, operation: entry.operation }, 'the audit log was not written'),
          );
    };
    return Object.assign(tell, { rows });
  };

  const operatorPorts = () => ({
    uploads: parts.uploads.get(),
    importInTurn: <T>(work: () => Promise<T>) => work(),
    engine: parts.engine.get(),
    patienceMs: config.sweepAfterMs,
    people: own.people ?? noPeople,
    installation: createInstallation(config.databaseAdminUrl),
  });

  /** Measures what steps send, at the point where it is sent. */
  const outboundMeasured = (storeId: string): OutboundClient => {
    const outbound = outboundOf(storeId);
    return { ...outbound, send: (request) => measure('http', 'send', () => outbound.send(request)) };
  };
  const mailMeasured = (storeId: string): MailTransport => {
    const mail = parts.mail.get().forStore(storeId);
    return { ...mail, carry: (...message) => measure('mail', 'send', () => mail.carry(...message)) };
  };
  const mailboxesMeasured: WorkContext['mailboxes'] = {
    refresh: (...grant) => parts.mailboxes.get().refresh(...grant),
    send: (...message) => measure('mail', 'send', () => parts.mailboxes.get().send(...message)),
  };

  const asWorker = (storeId: string): WorkContext => ({
    ...storeContext(storeId, null, outboundMeasured),
    engine: parts.engine.get(),
    mail: mailMeasured(storeId),
    mailboxes: mailboxesMeasured,
    ledger: { schedule: config.retryDelaysMs, patienceMs: config.sweepAfterMs },
    warn: warnOf(storeId),
  });

  return {
    ofStore: storeContext,
    asWorker,
    engine: parts.engine,
    dns: parts.dns,
    /** Limits the calls that run concurrently in this process. */
    inTurn: turns.request,

    asKey(
      { key, requestBudget, client }: ApiCaller,
      via: KeyedContext['via'],
      ifMatch: IfMatch,
    ): KeyedContext {
      const { storeId } = key;
      const actor = { type: 'key', id: key.id, name: key.name } as const;
      return {
        ...storeContext(storeId, ifMatch, outboundInTurn),
        key,
        via,
        actor,
        audit: auditOf(storeId, actor, via, client),
        budgets: own.budgets ?? absent('budgets'),
        requestBudget,
        engine: parts.engine.get(),
        warn: warnOf(storeId),
      };
    },

    asPerson({ person, session, client, role, storeId }: Visitor, ifMatch: IfMatch): PersonContext {
      const actor = { type: 'user', id: person.id, name: person.name } as const;
      return {
        ...storeContext(storeId, ifMatch, outboundInTurn),
        via: 'app' as const,
        actor,
        audit: auditOf(storeId, actor, 'app', client),
        role,
        language: client.language ?? DEFAULT_MAIL_LANGUAGE,
        session,
        ...operatorPorts(),
        importInTurn: <T>(work: () => Promise<T>) => turns.importList(storeId, work),
        uploads: {
          read: (bytes: Uint8Array) => turns.upload(storeId, () => parts.uploads.get().read(bytes)),
        },
        mail: {
          greet: (server: MailServer) => turns.checkMail(storeId, () => parts.mail.get().greet(server)),
        },
        mailboxes: parts.mailboxes.get(),
        dns: {
          look: <T>(id: string, work: (dns: DnsReader) => Promise<T>) =>
            turns.checkMail(id, () => parts.dns.get().look(id, work)),
        },
        warn: warnOf(storeId),
      };
    },

    asOperator: (storeId: string): OperatorContext => ({
      ...storeContext(storeId),
      via: 'command' as const,
      actor: operator,
      audit: auditOf(storeId, operator, 'command', operatorClient()),
      ...operatorPorts(),
    }),

    asPlatform: (storeId: string, platform: string): StepContext => ({ ...asWorker(storeId), platform }),

    /** For metrics: the process groups that have been used so far. */
    children: () => [...(parts.renderPool.made?.states() ?? []), ...(parts.offloadPool.made?.states() ?? [])],

    /** Resolves once the render processes run. */
    ready: () => parts.renderPool.get().ready(),

    async close() {
      const { renderPool, offloadPool, mail } = parts;
      await Promise.all([renderPool.made?.close(), offloadPool.made?.close(), mail.made?.close()]);
    },
  };
}
