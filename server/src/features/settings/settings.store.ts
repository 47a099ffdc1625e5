import { bind, briefRead, type Queries } from '../../kernel/ports.ts';

const all = briefRead<{ name: string; value: string }>('settings_all', 'select name, value from settings');

/** Every setting of the store, by name. */
export const settingsOf = async (db: Queries): Promise<Map<string, string>> =>
  new Map((await db.rows(bind(all))).map(({ name, value }) => [name, value]));
