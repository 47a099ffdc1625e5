import type { ParseArgsConfig } from 'node:util';

/** A setting that `init` writes: its flag, its question, and its lines in the file. */
export interface InitSetting {
  name: string;
  flag: string;
  /** Absent for settings that most installations never need; these are not asked for. */
  question?: string;
  /** The default; an empty value is not written. */
  preset(others: Readonly<Record<string, string>>): string;
  comment: string[];
}

const none = () => '';

export const initSettings: readonly InitSetting[] = [
  {
    name: 'DATABASE_URL',
    flag: 'database-url',
    question: 'PostgreSQL URL (postgres://login:password@host:port/database)',
    preset: () => 'postgres://localhost:5432/outstep',
    comment: ['The PostgreSQL login of the application (PostgreSQL 15 or newer).'],
  },
  {
    name: 'DATABASE_ADMIN_URL',
    flag: 'database-admin-url',
    question: 'URL with the login that owns the tables (leave empty to use the same login)',
    preset: none,
    comment: ['The login that owns the tables, for migrate, doctor and the hourly maintenance of workers.'],
  },
  {
    name: 'REDIS_URL',
    flag: 'redis-url',
    question: 'Redis URL (redis://:password@host:port)',
    preset: () => 'redis://localhost:6379',
    comment: ['Redis (7 or newer) counts rate limits. Its data can be lost at any time.'],
  },
  {
    name: 'HOST',
    flag: 'host',
    preset: () => '127.0.0.1',
    comment: ['The address of the API and the app. 0.0.0.0 means every address of this machine.'],
  },
  { name: 'PORT', flag: 'port', question: 'Port of the API and the app', preset: () => '3000', comment: [] },
  {
    name: 'OUTSTEP_BASE_URL',
    flag: 'base-url',
    question: 'Public URL of this installation',
    preset: ({ PORT }) => `http://localhost:${PORT}`,
    comment: ['The public URL of this installation. Links in emails start with it and never expire.'],
  },
  {
    name: 'OUTSTEP_SIGN_UP',
    flag: 'sign-up',
    preset: () => 'invited',
    comment: [
      'Who may create an account: `invited` means people with an invitation, and the first person with a code from',
      '`outstep setup-code`; `open` means anyone.',
    ],
  },
  {
    name: 'OUTSTEP_MAIL_URL',
    flag: 'mail-url',
    question:
      'Mail server for invitations and password resets (smtp://user:password@host:port; leave empty for none)',
    preset: none,
    comment: ['Sends invitations and password reset links. Without it, the app shows the links to pass on.'],
  },
  {
    name: 'RESTATE_INGRESS_URL',
    flag: 'engine-ingress-url',
    preset: none,
    comment: ['An engine (Restate) that runs elsewhere. Without these two, `outstep serve` starts its own.'],
  },
  { name: 'RESTATE_ADMIN_URL', flag: 'engine-admin-url', preset: none, comment: [] },
  {
    name: 'OUTSTEP_OUTBOUND_ALLOW',
    flag: 'outbound-allow',
    preset: none,
    comment: [
      'Private hosts or networks that stores may call, with the port: 127.0.0.1:1025,10.0.5.0/24:443.',
    ],
  },
  {
    name: 'OUTSTEP_TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    preset: none,
    comment: ['Addresses of proxies whose X-Forwarded-For is trusted.'],
  },
];

export const initOptions: ParseArgsConfig['options'] = {
  yes: { type: 'boolean' },
  force: { type: 'boolean' },
  ...Object.fromEntries(initSettings.map(({ flag }) => [flag, { type: 'string' as const }])),
};
