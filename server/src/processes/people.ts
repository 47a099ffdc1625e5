import { createMailer } from '../adapters/people/mailer.ts';
import { createPeople, type PeopleService } from '../adapters/people/people.ts';
import { createRolePool } from '../adapters/postgres/role-pool.ts';
import { findInvitation } from '../features/access/people/invitations.store.ts';
import { findStoresOf } from '../features/access/people/members.store.ts';
import type { Core } from './core.ts';
import { sessionSecrets } from './derived-secrets.ts';
import { operatorClient } from './operator-client.ts';

/** People sign in rarely; sessions are checked over other connections. */
const CONNECTIONS = 2;

/** The people who sign in to the app. Connects on first use. */
export function createPeopleService({ config, database, log, runtime }: Core): PeopleService {
  const onError = (err: unknown) => log.warn({ err }, 'a mail to a person was not sent');
  return createPeople({
    pool: createRolePool({
      url: config.databaseUrl,
      role: 'outstep_people',
      maxConnections: CONNECTIONS,
      onError: (err) => log.warn({ err }, 'a database connection was lost'),
    }),
    baseUrl: config.baseUrl,
    secrets: sessionSecrets(config),
    signUp: config.signUp,
    ...createMailer({ url: config.mailUrl, from: config.mailFrom, onError }),
    operatorClient,
    sendsMail: config.mailUrl !== null,
    async findInvitation(email, token) {
      const found = await findInvitation(database.outsideStores, runtime.sha256(token));
      return found?.email === email ? found : null;
    },
    hasStores: async (personId) => (await findStoresOf(database.outsideStores, personId)).length > 0,
    onProblem: (message, [err]) => log.error({ err }, message),
  });
}
