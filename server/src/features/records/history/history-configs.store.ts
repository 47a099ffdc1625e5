import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { ActionType } from './history.schema.ts';

interface HistoryConfig {
  id: string;
  actionType: ActionType;
  name: string;
  isDeleted: boolean;
}

const MOST = 200;
const NO_CONFIG = '00000000-0000-0000-0000-000000000000';

/** Reads from the counters which have run; only the names of deleted ones are looked up in history. */
const selectConfigsThatRan = statement<HistoryConfig>(
  'history_configs',
  `select c.id, c.action_type as "actionType", coalesce(l.name, r.name, last.name, '') as name,
     l.id is null and r.id is null as "isDeleted"
   from (
     select action_config_id as id, action_type, max(day) as day from (
       select action_config_id, action_type, day from execution_counts
       union all
       select action_config_id, action_type, first_day from execution_sums where grain = 'month'
     ) counted where action_config_id <> '${NO_CONFIG}' group by 1, 2 order by day desc, id limit ${MOST}
   ) c
   left join layouts l on l.id = c.id
   left join http_requests r on r.id = c.id
   left join lateral (
     select e.action_config_name as name from executions e
     where l.id is null and r.id is null and e.action_config_id = c.id order by e.id desc limit 1
   ) last on true
   order by name, c.id`,
);

/** The layouts and requests of the store that have run, deleted ones too. */
export const configsThatRan = (db: Queries) => db.rows(bind(selectConfigsThatRan));

const lastName = briefRead<{ id: string; name: string }>(
  'history_config_name',
  `(select action_config_id as id, action_config_name as name from executions
    where action_config_id = $1 and action_type = $2 order by id desc limit 1)
   union all
   select id, name from trash
   where id = $1 and kind = case $2 when 'EMAIL' then 'layout' else 'http-request' end
   limit 1`,
);

/**
 * A layout or request that no longer exists, with its last name; `null` if the name is unknown
 * (contract: History and stats 11).
 */
export const deletedConfig = async (db: Queries, id: string, actionType: ActionType) =>
  (await db.rows(bind(lastName, id, actionType)))[0] ?? null;
