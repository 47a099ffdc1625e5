/** No separator and no leading dot, so a name can never become a path. */
const STORE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const KEY = /^[a-z0-9_]{1,100}(?:\.[a-z0-9]{1,10})?$/;

export const isStoreId = (name: string) => STORE.test(name);
export const isKey = (name: string) => KEY.test(name);

export function requireStoreId(storeId: string): string {
  if (!isStoreId(storeId)) throw new Error('a store id that is none');
  return storeId;
}

export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('a key that is none');
  return key;
}
