import type { ParseArgsConfig } from 'node:util';

/** A setting that `init` writes: as a flag, as a question, and as lines of the file. */
export interface InitSetting {
  name: string;
  flag: string;
  /** Not asked where there is none: most never need it. */
  question?: string;
  /** What it is unless somebody says otherwise; nothing is written for an empty one. */
  preset(others: Readonly<Record<string, string>>): string;
  comment: string[];
}

const none = () => '';

export const initSettings: readonly InitSetting[] = [
  {
    name: 'DATABASE_URL',
    flag: 'database-url',
    question: 'PostgreSQL, as postgres://login:password@host:port/database',
    preset: () => 'postgres://localhost:5432/outstep',
    comment: ["The application's login at PostgreSQL (15 or newer)."],
  },
  {
    name: 'DATABASE_ADMIN_URL',
    flag: 'database-admin-url',
    question: 'The login that owns the tables, if it is another one (empty: the same)',
    preset: none,
    comment: ['The login that owns the tables, for migrate, doctor and what workers do every hour.'],
  },
  {
    name: 'REDIS_URL',
    flag: 'redis-url',
    question: 'Redis, as redis://:password@host:port',
    preset: () => 'redis://localhost:6379',
    comment: ['Redis (7 or newer) counts budgets, and may be lost at any time.'],
  },
  {
    name: 'HOST',
    flag: 'host',
    preset: () => '127.0.0.1',
    comment: ['Where the API and the app listen. 0.0.0.0 is every address of this machine.'],
  },
  { name: 'PORT', flag: 'port', question: 'Port of API and app', preset: () => '3000', comment: [] },
  {
    name: 'OUTSTEP_BASE_URL',
    flag: 'base-url',
    question: 'Where the world reaches it',
    preset: ({ PORT }) => `http://localhost:${PORT}`,
    comment: ['Where the world reaches it. Links in mails begin with this for ever.'],
  },
  {
    name: 'OUTSTEP_SIGN_UP',
    flag: 'sign-up',
    preset: () => 'invited',
    comment: [
      'Who may make an account: `invited` is whoever has an invitation, and the first person with the code that',
      '`outstep setup-code` shows; `open` is anybody.',
    ],
  },
  {
    name: 'OUTSTEP_MAIL_URL',
    flag: 'mail-url',
    question:
      'Mail server for invitations and new passwords, as smtp://user:password@host:port (empty: none)',
    preset: none,
    comment: ['Sends invitations and links to new passwords. Without it they are shown, to be handed over.'],
  },
  {
    name: 'RESTATE_INGRESS_URL',
    flag: 'engine-ingress-url',
    preset: none,
    comment: ['An engine (Restate) that runs elsewhere. Without these two `outstep serve` starts its own.'],
  },
  { name: 'RESTATE_ADMIN_URL', flag: 'engine-admin-url', preset: none, comment: [] },
  {
    name: 'OUTSTEP_OUTBOUND_ALLOW',
    flag: 'outbound-allow',
    preset: none,
    comment: ['Hosts or networks that stores may call although they are private, such as 10.0.5.0/24.'],
  },
  {
    name: 'OUTSTEP_TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    preset: none,
    comment: ['Addresses of proxies whose X-Forwarded-For is believed.'],
  },
];

export const initOptions: ParseArgsConfig['options'] = {
  yes: { type: 'boolean' },
  force: { type: 'boolean' },
  ...Object.fromEntries(initSettings.map(({ flag }) => [flag, { type: 'string' as const }])),
};
