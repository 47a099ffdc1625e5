/** Stands for any file: a version that an earlier release wrote does not list its files yet. */
const ANY = '*';

/**
 * The files that versions of layouts and presets use, including layouts in the trash. `store` is needed where
 * the rows of all stores are visible.
 */
const filesOfVersions = (store: string | null) => {
  const ofStore = (alias: string) => (store === null ? 'true' : `${alias}.store_id = ${store}`);
  return `
    select unnest(coalesce(v.files, '{${ANY}}')) as key from layout_versions v where ${ofStore('v')}
    union all
    select unnest(coalesce(v.files, '{${ANY}}')) from preset_versions v where ${ofStore('v')}
    union all
    select f.key from trash t join trash_versions v on v.store_id = t.store_id and v.item_id = t.id
      cross join json_array_elements_text(
        case json_typeof(v.about -> 'files') when 'array' then v.about -> 'files' else '["${ANY}"]' end) f(key)
      where t.kind = 'layout' and ${ofStore('t')}`;
};

/**
 * A condition on `deleted_files d` (contract: Senders, secrets, files 14). A single statement sees one
 * snapshot, so it never misses a version on its way into the trash or out of it.
 */
export const notUsedByVersions = (store: string | null = null) =>
  `not exists (select from (${filesOfVersions(store)}) used where used.key = d.key)
   and not exists (select from (${filesOfVersions(store)}) used where used.key = '${ANY}')`;
