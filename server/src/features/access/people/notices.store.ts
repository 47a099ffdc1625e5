import type { CallClient } from '../../../kernel/audit.ts';
import { type MailLanguage, mailLanguages } from '../../../kernel/mail-language.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import type { Notice } from './notice-mail.rules.ts';

export interface DueNotice extends Notice {
  personId: string;
  id: string;
  email: string;
}

const insert = statement('notice_insert', 'select notify_owners($1, $2, $3, $4, null, $5, $6, $7)');
const take = statement<DueNotice>(
  'notice_take',
  `select person_id as "personId", id, email, at, operation, about_store as "aboutStore", detail,
     by_operator as "byOperator", address, agent
   from take_people_notices($1, $2)`,
);
const languages = statement<{ personId: string; language: MailLanguage }>(
  'notice_languages',
  'select person_id as "personId", language from languages_of_people($1)',
);
const end = statement('notice_end', 'select end_people_notice($1, $2)');

interface NewNotice {
  id: string;
  at: Date;
  operation: string;
  target: string | null;
  byOperator: boolean;
  client: CallClient;
}

/** A statement for the transaction that makes the change in the store. */
export const noticeRow = ({ id, at, operation, target, byOperator, client }: NewNotice) =>
  bind(insert, id, at, operation, target, byOperator, client.address, client.agent);

export const claimNotices = (db: Queries, most: number, pauseSeconds: number) =>
  db.rows(bind(take, most, pauseSeconds));

/** Languages of the recipients of notices, by person id; unknown ones are missing. */
export async function languagesOf(db: Queries, notices: readonly DueNotice[]) {
  if (notices.length === 0) return new Map<string, MailLanguage>();
  const rows = await db.rows(bind(languages, [...new Set(notices.map(({ personId }) => personId))]));
  // A later release may have stored a language that this one does not have.
  const known = rows.filter(({ language }) => mailLanguages.includes(language));
  return new Map(known.map(({ personId, language }) => [personId, language]));
}

export const endNotice = (db: Queries, { personId, id }: DueNotice) => db.rows(bind(end, personId, id));

/** The notice is too old, or has no recipient left. */
export const OLD_NOTICES: RetentionRule = { table: 'people_notices', where: "at < now() - interval '1 day'" };
