import { randomUUIDv7 } from 'node:crypto';
import type { MailLanguage } from '../../kernel/mail-language.ts';
import type { ListedPerson } from '../../kernel/people.ts';

/** The connections of the role that signs people in; each statement on them is a transaction. */
export interface PeopleConnections {
  connect(): Promise<{
    query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
    release(): void;
  }>;
  end(): Promise<void>;
}

export interface NewAccount {
  name: string;
  /** In lower case. */
  email: string;
  /** Whether the person who creates it has proven that they own the address. */
  isProven: boolean;
  /** `null` if the password is set later, by a link. */
  passwordHash: string | null;
  /** The language in which the account was requested. */
  language: MailLanguage | null;
}

const accountFrom = (person: string) => `
  made as (
    insert into people (id, name, email, email_verified, language, created_at, updated_at)
    ${person} on conflict (email) do nothing returning id
  ), password as (
    insert into people_accounts (id, person_id, account_id, provider_id, password, created_at, updated_at)
    select $5, id, id, 'credential', $6, now(), now() from made where $6::text is not null
  )
  select id from made`;

// Uses the same statement for known and unknown addresses, so that both take the same time.
const CREATE = `with ${accountFrom('values ($1, $2, $3, $4, $7, now(), now())')}`;

// Deleting the code claims it: if several people sign up with it at once, only one gets the account.
const CREATE_FIRST = `
  with used as (
    delete from people_setup_code
    where code_hash = $8 and ends_at > now() and not exists (select from people) returning id
  ), ${accountFrom('select $1::text, $2::text, $3::text, $4::boolean, $7::text, now(), now() from used')}`;

const TAKE_OVER = `
  with sessions as (delete from people_sessions where person_id = $1),
    passkeys as (delete from people_passkeys where person_id = $1),
    factors as (delete from people_second_factors where person_id = $1),
    passwords as (delete from people_accounts where person_id = $1),
    password as (
      insert into people_accounts (id, person_id, account_id, provider_id, password, created_at, updated_at)
      values ($4, $1, $1, 'credential', $5, now(), now())
    )
  update people set name = $2, email_verified = $3, language = $6, two_factor_enabled = false, updated_at = now()
  where id = $1`;

const PROVE = `
  with proven as (
    update people set email_verified = true, updated_at = now() where id = $1 and not email_verified returning id
  )
  delete from people_sessions s using proven where s.person_id = proven.id and s.id is distinct from $2`;

const SUSPEND = `
  with changed as (
    update people set suspended_at = case when $2 then coalesce(suspended_at, now()) end, updated_at = now()
    where email = $1 returning id
  ), ended as (delete from people_sessions s using changed where $2 and s.person_id = changed.id)
  select id from changed`;

const LIST = `
  select id, name, email, email_verified as proven, suspended_at is not null as suspended, created_at as "createdAt"
  from people where id > $1 order by id limit $2`;
const AT_ONCE = 1000;

// If the address was never proven, the second factor may be a stranger's; otherwise a link must not bypass
// it.
const SET_BY_LINK = `
  with sessions as (delete from people_sessions where person_id = $1),
    passkeys as (delete from people_passkeys where person_id = $1),
    factors as (
      delete from people_second_factors f using people p where f.person_id = $1 and p.id = $1 and not p.email_verified
    )
  update people set email_verified = true, two_factor_enabled = two_factor_enabled and email_verified, updated_at = now()
  where id = $1`;

const REMOVE_SECOND_FACTOR = `
  with removed as (
    delete from people_second_factors f using people p where p.id = f.person_id and p.email = $1
  )
  update people set two_factor_enabled = false, updated_at = now() where email = $1 and two_factor_enabled returning id`;

export type PeopleQuery = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

export const queryOn =
  (connections: PeopleConnections): PeopleQuery =>
  async <Row>(text: string, values: unknown[] = []) => {
    const client = await connections.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      client.release();
    }
  };

const valuesOf = ({ name, email, isProven, passwordHash, language }: NewAccount) => [
  ...[randomUUIDv7(), name, email, isProven],
  ...[randomUUIDv7(), passwordHash, language],
];

export type Accounts = ReturnType<typeof createAccounts>;

/** Writes about people that the auth library does not cover, each one atomic statement. */
export function createAccounts(query: PeopleQuery) {
  return {
    /** Whether no account exists yet. */
    async areNone(): Promise<boolean> {
      return (await query('select from people limit 1')).length === 0;
    },

    /** Whether the account was created; `false` if there is one with this address. */
    async create(account: NewAccount): Promise<boolean> {
      return (await query(CREATE, valuesOf(account))).length > 0;
    },

    /** Claims the setup code with this hash; `false` if it has expired or if an account exists by now. */
    async createFirst(account: NewAccount, codeHash: Buffer): Promise<boolean> {
      return (await query(CREATE_FIRST, [...valuesOf(account), codeHash])).length > 0;
    },

    /** Removes password, passkeys and sessions of the previous registrant, who never proved the address. */
    async takeOver(personId: string, { name, isProven, passwordHash, language }: NewAccount): Promise<void> {
      await query(TAKE_OVER, [personId, name, isProven, randomUUIDv7(), passwordHash, language]);
    },

    /** Also ends their sessions; `false` if no account has the address. */
    async setSuspended(email: string, suspended: boolean): Promise<boolean> {
      return (await query(SUSPEND, [email, suspended])).length > 0;
    },

    async isSuspended(personId: string): Promise<boolean> {
      return (
        (await query('select from people where id = $1 and suspended_at is not null', [personId])).length > 0
      );
    },

    async *list(): AsyncGenerator<ListedPerson> {
      for (let after = ''; ; ) {
        const rows = await query<ListedPerson>(LIST, [after, AT_ONCE]);
        yield* rows;
        after = rows.at(-1)?.id ?? after;
        if (rows.length < AT_ONCE) return;
      }
    },

    /** Records that the address is theirs. If that was not proven before, their other sessions end. */
    async prove(personId: string, session: string): Promise<void> {
      await query(PROVE, [personId, session]);
    },

    /** The password was set by a link, which proves the address; earlier sessions and passkeys end. */
    async setByLink(personId: string): Promise<void> {
      await query(SET_BY_LINK, [personId]);
    },

    async removeSecondFactor(email: string): Promise<boolean> {
      return (await query(REMOVE_SECOND_FACTOR, [email])).length > 0;
    },
  };
}
