import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { FileLocation } from './kernel/file-location.ts';
import type { ShopifySecret } from './kernel/shopify-secrets.ts';
import { readSettingFiles } from './setting-files.ts';
import {
  collectorUrl,
  enginePorts,
  fileLocation,
  flag,
  listed,
  masterKey,
  nameServers,
  port,
  rsaKey,
  safeUrl,
  seconds,
  shopifySecrets,
} from './setting-values.ts';

/** Settings that are useless without each other. */
const TOGETHER = [
  ['GITHUB_APP_ID', 'GITHUB_APP_PRIVATE_KEY'],
  ['OUTSTEP_GOOGLE_CLIENT_ID', 'OUTSTEP_GOOGLE_CLIENT_SECRET'],
  ['OUTSTEP_MICROSOFT_CLIENT_ID', 'OUTSTEP_MICROSOFT_CLIENT_SECRET'],
] as const;

const settings = z.object({
  DATABASE_URL: z.string().default('postgres://localhost:5432/outstep'),
  DATABASE_ADMIN_URL: z.string().optional(),
  OUTSTEP_DATABASE_CONNECTIONS: z.coerce.number().int().min(1).default(10),
  OUTSTEP_PREPARED_STATEMENTS: flag.default(true),
  REDIS_URL: z.string().default('redis://localhost:6379'),
  OUTSTEP_REDIS_PATIENCE_MS: z.coerce.number().int().min(1).optional(),
  OUTSTEP_RENDER_PATIENCE_MS: z.coerce.number().int().min(1).default(1000),
  OUTSTEP_MASTER_KEY: masterKey,
  OUTSTEP_MASTER_KEY_PREVIOUS: masterKey.optional(),
  OUTSTEP_BASE_URL: z
    .url()
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  OUTSTEP_TRUSTED_PROXIES: z.string().default(''),
  OUTSTEP_OUTBOUND_ALLOW: z.string().default(''),
  OUTSTEP_DNS_SERVERS: nameServers.default([]),
  OUTSTEP_SHOPIFY_SECRETS: shopifySecrets.default([]),
  GITHUB_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine((value) => !URL.parse(value)?.password, { error: 'must not hold a password' })
    .transform((value) => value.replace(/\/+$/, ''))
    .default('https://api.github.com'),
  GITHUB_APP_ID: z
    .string()
    .regex(/^[\w.-]+$/, { error: 'must be the ID of the GitHub app' })
    .optional(),
  GITHUB_APP_PRIVATE_KEY: rsaKey.optional(),
  OUTSTEP_GOOGLE_CLIENT_ID: z.string().optional(),
  OUTSTEP_GOOGLE_CLIENT_SECRET: z.string().optional(),
  OUTSTEP_GOOGLE_ISSUER_URL: safeUrl.default('https://accounts.google.com'),
  OUTSTEP_GOOGLE_API_URL: safeUrl.default('https://gmail.googleapis.com'),
  OUTSTEP_MICROSOFT_CLIENT_ID: z.string().optional(),
  OUTSTEP_MICROSOFT_CLIENT_SECRET: z.string().optional(),
  OUTSTEP_MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/, { error: 'must be common, organizations, consumers, or the id of a tenant' })
    .default('common'),
  OUTSTEP_MICROSOFT_ISSUER_URL: safeUrl.optional(),
  OUTSTEP_MICROSOFT_API_URL: safeUrl.default('https://graph.microsoft.com'),
  OUTSTEP_SIGN_UP: z.enum(['open', 'invited']).default('invited'),
  OUTSTEP_MAIL_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be smtp://user:password@host:port' })
    .optional(),
  OUTSTEP_MAIL_FROM: z.string().optional(),
  OUTSTEP_FILES: fileLocation.prefault('dir:.outstep/files'),
  OUTSTEP_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OUTSTEP_METRICS_PORT: port.optional(),
  OUTSTEP_WORKER_METRICS_PORT: port.optional(),
  OUTSTEP_METRICS_HOST: z.string().default('127.0.0.1'),
  OUTSTEP_METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  OUTSTEP_HISTORY_DAYS: z.coerce.number().int().min(1).default(400),
  RESTATE_INGRESS_URL: z.url().optional(),
  RESTATE_ADMIN_URL: z.url().optional(),
  OUTSTEP_ENGINE_IDENTITY_KEYS: z.string().default(''),
  OUTSTEP_ENGINE_FOLDER: z.string().default('.outstep/engine'),
  OUTSTEP_ENGINE_PORTS: enginePorts.default([8080, 9070, 5122]),
  OUTSTEP_WORKER_PORT: port.default(9080),
  OUTSTEP_WORKER_URL: z.url().optional(),
  OUTSTEP_RETRY_SECONDS: seconds.default([0, 5, 300, 1800, 7200, 18_000, 36_000, 36_000]),
  OUTSTEP_SWEEP_SECONDS: z.coerce.number().positive().default(60),
  OUTSTEP_DRAIN_MS: z.coerce.number().int().min(0).default(5_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorUrl.optional(),
  OTEL_SERVICE_NAME: z.string().default('outstep'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
});

/** The name of every setting in the environment. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

const schema = settings.superRefine((value, context) => {
  for (const names of TOGETHER)
    if (names.some((name) => value[name] !== undefined))
      for (const name of names)
        if (value[name] === undefined) context.addIssue({ code: 'custom', path: [name] });
});

/** Our registration at a mailbox provider, and the provider's addresses. */
interface MailboxSettings {
  clientId: string;
  clientSecret: string;
  issuerUrl: string;
  apiUrl: string;
}

export interface Config {
  databaseUrl: string;
  databaseAdminUrl: string;
  databaseConnections: number;
  preparedStatements: boolean;
  redisUrl: string;
  redisPatienceMs: number | undefined;
  renderPatienceMs: number;
  masterKey: Buffer;
  previousMasterKey: Buffer | null;
  baseUrl: string;
  trustedProxies: string[];
  outboundAllow: string;
  /** Name servers for lookups of sender domains; empty for those of the machine. */
  dnsServers: string[];
  /** Secrets of Shopify apps, each with the shops that it may sign for. */
  shopifySecrets: ShopifySecret[];
  github: { apiUrl: string; app: { id: string; privateKey: string } | null };
  /** `null` if the operator has not registered us. */
  mailboxes: { google: MailboxSettings | null; microsoft: MailboxSettings | null };
  /**
   * Who may create an account in the app: anyone, or only invited people and, with the setup code, the first
   * person.
   */
  signUp: 'open' | 'invited';
  /** The mail server for emails to people who use the app. */
  mailUrl: string | null;
  mailFrom: string;
  files: FileLocation;
  logLevel: string;
  metricsPort: number | null;
  /** A separate port, because `serve` runs a worker next to the API. */
  workerMetricsPort: number | null;
  /** The host that both listen on, and the token that scrapers need; `null` if they need none. */
  metricsHost: string;
  metricsToken: string | null;
  /**
   * The collector, and the share from 0 to 1 of the traces begun here that is recorded; `null` if nothing is
   * traced.
   */
  tracing: { url: string; serviceName: string; ratio: number } | null;
  historyDays: number;
  engineIngressUrl: string;
  engineAdminUrl: string;
  /** Whether the engine is run separately; otherwise `serve` runs it. */
  engineIsConfigured: boolean;
  engineIdentityKeys: string[];
  engineFolder: string;
  enginePorts: number[];
  workerPort: number;
  /** The URL at which the engine finds the worker; by default on the same machine. */
  workerUrl: string | null;
  retryDelaysMs: number[];
  sweepAfterMs: number;
  drainMs: number;
  host: string;
  port: number;
}

/** A missing or invalid setting. The message explains the fix to operators. */
export class ConfigError extends Error {}

const HINTS: Readonly<Record<string, string>> = {
  OUTSTEP_MASTER_KEY: ' (outstep init writes one into .env; outstep master-key generate shows one)',
};

/** A `.env` file in the current folder provides settings that are not in the environment. */
export function fillEnvironment(env: NodeJS.ProcessEnv, file = '.env'): void {
  if (env === process.env && existsSync(file)) process.loadEnvFile(file);
}

/**
 * The only code that reads the environment, except for the AWS SDK and the OpenTelemetry exporter, which find
 * their credentials there themselves.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, file = '.env'): Config {
  fillEnvironment(env, file);
  const { values: present, faults } = readSettingFiles(settingNames, env);
  if (faults.length > 0) throw new ConfigError(faults.join('; '));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = issue.path.join('.');
      return `${name}: ${present[name] === undefined ? `required${HINTS[name] ?? ''}` : issue.message}`;
    });
    throw new ConfigError(lines.join('; '));
  }
  const value = parsed.data;
  const baseUrl = value.OUTSTEP_BASE_URL ?? `http://localhost:${value.PORT}`;
  const [ingressPort, adminPort] = value.OUTSTEP_ENGINE_PORTS;
  return {
    databaseUrl: value.DATABASE_URL,
    databaseAdminUrl: value.DATABASE_ADMIN_URL ?? value.DATABASE_URL,
    databaseConnections: value.OUTSTEP_DATABASE_CONNECTIONS,
    preparedStatements: value.OUTSTEP_PREPARED_STATEMENTS,
    redisUrl: value.REDIS_URL,
    redisPatienceMs: value.OUTSTEP_REDIS_PATIENCE_MS,
    renderPatienceMs: value.OUTSTEP_RENDER_PATIENCE_MS,
    masterKey: value.OUTSTEP_MASTER_KEY,
    previousMasterKey: value.OUTSTEP_MASTER_KEY_PREVIOUS ?? null,
    baseUrl,
    trustedProxies: listed(value.OUTSTEP_TRUSTED_PROXIES),
    outboundAllow: value.OUTSTEP_OUTBOUND_ALLOW,
    dnsServers: value.OUTSTEP_DNS_SERVERS,
    shopifySecrets: value.OUTSTEP_SHOPIFY_SECRETS,
    github: { apiUrl: value.GITHUB_API_URL, app: appOf(value) },
    mailboxes: { google: googleOf(value), microsoft: microsoftOf(value) },
    signUp: value.OUTSTEP_SIGN_UP,
    mailUrl: value.OUTSTEP_MAIL_URL ?? null,
    mailFrom: value.OUTSTEP_MAIL_FROM ?? `outstep@${new URL(baseUrl).hostname}`,
    files: value.OUTSTEP_FILES,
    logLevel: value.OUTSTEP_LOG_LEVEL,
    metricsPort: value.OUTSTEP_METRICS_PORT ?? null,
    workerMetricsPort: value.OUTSTEP_WORKER_METRICS_PORT ?? null,
    metricsHost: value.OUTSTEP_METRICS_HOST,
    metricsToken: value.OUTSTEP_METRICS_TOKEN ?? null,
    tracing: tracingOf(value),
    historyDays: value.OUTSTEP_HISTORY_DAYS,
    engineIngressUrl: value.RESTATE_INGRESS_URL ?? `http://127.0.0.1:${ingressPort}`,
    engineAdminUrl: value.RESTATE_ADMIN_URL ?? `http://127.0.0.1:${adminPort}`,
    engineIsConfigured: value.RESTATE_INGRESS_URL !== undefined,
    engineIdentityKeys: listed(value.OUTSTEP_ENGINE_IDENTITY_KEYS),
    engineFolder: value.OUTSTEP_ENGINE_FOLDER,
    enginePorts: value.OUTSTEP_ENGINE_PORTS,
    workerPort: value.OUTSTEP_WORKER_PORT,
    workerUrl: value.OUTSTEP_WORKER_URL ?? null,
    retryDelaysMs: value.OUTSTEP_RETRY_SECONDS.map((delay) => delay * 1000),
    sweepAfterMs: value.OUTSTEP_SWEEP_SECONDS * 1000,
    drainMs: value.OUTSTEP_DRAIN_MS,
    host: value.HOST,
    port: value.PORT,
  };
}

function tracingOf(value: z.infer<typeof schema>): Config['tracing'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = value;
  const url = own ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (url === undefined) return null;
  return { url, serviceName: value.OTEL_SERVICE_NAME, ratio: value.OTEL_TRACES_SAMPLER_ARG };
}

function appOf({ GITHUB_APP_ID: id, GITHUB_APP_PRIVATE_KEY: privateKey }: z.infer<typeof schema>) {
  return id !== undefined && privateKey !== undefined ? { id, privateKey } : null;
}

function googleOf(value: z.infer<typeof schema>): MailboxSettings | null {
  const { OUTSTEP_GOOGLE_CLIENT_ID: clientId, OUTSTEP_GOOGLE_CLIENT_SECRET: clientSecret } = value;
  if (clientId === undefined || clientSecret === undefined) return null;
  const { OUTSTEP_GOOGLE_ISSUER_URL: issuerUrl, OUTSTEP_GOOGLE_API_URL: apiUrl } = value;
  return { clientId, clientSecret, issuerUrl, apiUrl };
}

function microsoftOf(value: z.infer<typeof schema>): MailboxSettings | null {
  const { OUTSTEP_MICROSOFT_CLIENT_ID: clientId, OUTSTEP_MICROSOFT_CLIENT_SECRET: clientSecret } = value;
  if (clientId === undefined || clientSecret === undefined) return null;
  const ofTenant = `https://login.microsoftonline.com/${value.OUTSTEP_MICROSOFT_TENANT}/v2.0`;
  const { OUTSTEP_MICROSOFT_ISSUER_URL: issuerUrl = ofTenant, OUTSTEP_MICROSOFT_API_URL: apiUrl } = value;
  return { clientId, clientSecret, issuerUrl, apiUrl };
}
