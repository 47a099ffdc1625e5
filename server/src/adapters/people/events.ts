import { randomUUIDv7 } from 'node:crypto';
import type { CallClient } from '../../kernel/audit.ts';
import type { PeopleEvent } from '../../kernel/people.ts';
import type { PeopleQuery } from './accounts.ts';

/** Event types to store, with their summaries in the audit log. */
const SUMMARIES = {
  sign_in: 'Sign in.',
  sign_in_failed: 'Try to sign in, in vain.',
  change_password: 'Change the password.',
  set_password_by_link: 'Set the password by a link. Sessions and passkeys end.',
  take_over_account: 'Prove the address of an account that somebody else had registered. They are out.',
  add_passkey: 'Add a passkey.',
  delete_passkey: 'Delete a passkey.',
  enable_second_factor: 'Turn on the second factor.',
  disable_second_factor: 'Turn off the second factor.',
  new_recovery_codes: 'Make new recovery codes. The ones before are void.',
  use_recovery_code: 'Use a recovery code in place of the second factor.',
  second_factor_failed: 'Give the password and a wrong code.',
  step_up_failed: 'Try to prove who it is, in vain.',
  remove_second_factor: 'Take the second factor away from a person.',
  end_session: 'End a session on another device.',
  end_other_sessions: 'End the sessions on all other devices.',
  suspend_account: 'Suspend a person. They cannot sign in.',
  resume_account: 'Let a suspended person sign in again.',
  delete_account: 'Delete a person with what they sign in with.',
  reset_password: 'Make a link by which a person sets a new password.',
} as const;

export type EventName = keyof typeof SUMMARIES;

/** The person concerned: by ID, or by the address that was tried. */
export type EventSubject = { id: string } | { email: string } | null;

/** Events that are also sent by email, each with the interval in which repeats are not sent. */
const MAILED: Partial<Record<EventName, string>> = {
  sign_in: '0',
  change_password: '0',
  set_password_by_link: '0',
  take_over_account: '0',
  add_passkey: '0',
  delete_passkey: '0',
  enable_second_factor: '0',
  disable_second_factor: '0',
  new_recovery_codes: '0',
  use_recovery_code: '0',
  remove_second_factor: '0',
  reset_password: '0',
  second_factor_failed: '1 day',
};

const RECORD = 'select record_people_event($1, now(), $2, $3, $4, $5, $6, $7, $8, $9::interval)';
const SPEAKS = 'update people set language = $2 where id = $1 and language is distinct from $2';
const DELETE = 'select delete_person($1, $2, $3, $4, $5, $6) as orphans';
const COLUMNS = 'id, at, person_id as "personId", operation, by_operator as "byOperator", address, agent';
const SELECT_OF_PERSON = `select ${COLUMNS} from people_events where person_id = $1 order by id desc limit $2`;
const PAGE = `select ${COLUMNS} from people_events where id > $1 order by id limit $2`;
/** The actor is the person, so the person's language applies. */
const DONE_BY_PERSON: ReadonlySet<EventName> = new Set(['sign_in', 'set_password_by_link']);
const FIRST = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 1000;

export type PeopleEvents = ReturnType<typeof createPeopleEvents>;

/** Records sign-ins, failed sign-ins, and changes to how a person signs in. */
export function createPeopleEvents(query: PeopleQuery, sendsMail: boolean) {
  return {
    async record(
      name: EventName,
      whose: EventSubject,
      client: CallClient,
      { byOperator = false, isMailed = true } = {},
    ): Promise<void> {
      const id = whose && 'id' in whose ? whose.id : null;
      const email = whose && 'email' in whose ? whose.email.toLowerCase() : null;
      const from = [client.address, client.agent];
      if (id !== null && client.language !== null && DONE_BY_PERSON.has(name))
        await query(SPEAKS, [id, client.language]);
      const pause = sendsMail && isMailed ? (MAILED[name] ?? null) : null;
      await query(RECORD, [randomUUIDv7(), id, email, name, SUMMARIES[name], byOperator, ...from, pause]);
    },

    /**
     * Deletes a person and records the event. If that would leave stores without an owner, returns those
     * stores and deletes nothing.
     */
    async deletePerson(personId: string, client: CallClient, byOperator: boolean): Promise<string[]> {
      const values = [randomUUIDv7(), personId, SUMMARIES.delete_account, byOperator];
      const [row] = await query<{ orphans: string[] }>(DELETE, [...values, client.address, client.agent]);
      return row?.orphans ?? [];
    },

    ofPerson: (personId: string, limit: number) => query<PeopleEvent>(SELECT_OF_PERSON, [personId, limit]),

    async *all(): AsyncGenerator<PeopleEvent> {
      let after = FIRST;
      for (;;) {
        const rows = await query<PeopleEvent>(PAGE, [after, AT_ONCE]);
        yield* rows;
        if (rows.length < AT_ONCE) return;
        after = rows.at(-1)?.id ?? after;
      }
    },
  };
}
