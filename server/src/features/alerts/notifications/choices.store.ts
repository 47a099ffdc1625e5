import type { z } from 'zod';
import type { Role } from '../../../kernel/access-levels.ts';
import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import { alertKinds } from '../alerts/alerts.schema.ts';
import type { Choices, choices, NotificationLanguage } from './choices.schema.ts';

type ReadChoices = z.output<typeof choices>;

const select = briefRead<ReadChoices>(
  'alert_choices_get',
  `select in_app as "inApp", by_mail as "byMail", language from alert_choices where person_id = $1`,
);
const put = statement(
  'alert_choices_put',
  `insert into alert_choices (store_id, person_id, in_app, by_mail, language) values ($1, $2, $3, $4, $5)
   on conflict (store_id, person_id) do update
   set in_app = excluded.in_app, by_mail = excluded.by_mail, language = excluded.language`,
);
const languages = statement<{ personId: string; language: NotificationLanguage }>(
  'alert_languages',
  'select person_id as "personId", language from alert_choices where person_id = any($1)',
);

/**
 * By default, owners get all alerts by email (the same in `alert_messages_to_people`), and everyone sees all
 * of them in the app.
 */
const untilChosen = (role: Role): ReadChoices => ({
  inApp: [...alertKinds],
  byMail: role === 'owner' ? [...alertKinds] : [],
  language: null,
});

export const readChoices = async (db: Queries, personId: string, role: Role): Promise<ReadChoices> =>
  (await db.rows(bind(select, personId)))[0] ?? untilChosen(role);

export const putChoices = (
  tx: Queries,
  storeId: string,
  personId: string,
  { inApp, byMail, language }: Choices,
) => tx.rows(bind(put, storeId, personId, [...new Set(inApp)], [...new Set(byMail)], language));

export const readLanguages = async (db: Queries, personIds: readonly string[]) =>
  new Map((await db.rows(bind(languages, personIds))).map((row) => [row.personId, row.language]));
