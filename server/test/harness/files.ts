import sharp from 'sharp';
import { bind, statement } from '../../src/kernel/ports.ts';
import type { Outstep } from './outstep.ts';

/** An image of a single color. */
export const pngOf = (width = 4, height = 3): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Adds a file as the operator's command does. */
export async function addFile(outstep: Outstep, storeId: string, name: string, bytes: Uint8Array) {
  const { key } = (await outstep.operator(storeId, 'add_file', { file: { name, bytes } })) as { key: string };
  return key;
}

const insertLayout = statement(
  'test_layout_insert',
  `insert into layouts
     (store_id, id, name, description, body_type, category, default_locale, subject, preview_text, version)
   values ($1, $2, $3, '', 'text', 'transactional', 'en', 'Hello', '', 1)`,
);
const insertReference = statement(
  'test_layout_reference',
  'insert into file_references (store_id, file_key, layout_id) values ($1, $2, $3)',
);
const deleteLayout = statement('test_layout_delete', 'delete from layouts where id = $1');

/**
 * A layout that uses the files, in the state that saving leaves; `meanwhile` is called before it is visible
 * to others.
 */
export async function useInLayout(
  core: Outstep['core'],
  storeId: string,
  name: string,
  keys: string[],
  meanwhile: () => void = () => undefined,
) {
  const id = core.runtime.newId();
  await core.database.forStore(storeId).transaction(async (tx) => {
    await tx.rows(bind(insertLayout, storeId, id, name));
    for (const key of keys) await tx.rows(bind(insertReference, storeId, key, id));
    meanwhile();
  });
  return id;
}

export const dropLayout = (core: Outstep['core'], storeId: string, id: string) =>
  core.database.forStore(storeId).rows(bind(deleteLayout, id));
