import { covers } from '../api/roles.ts';
import type { StoreOfPerson } from '../api/session.ts';
import { type PageEntry, pages } from '../pages.ts';

/** Of a page of a store: `pathOf(useStore().id, 'layouts/42')`. */
export const pathOf = (storeId: string, path: string) => `/stores/${storeId}/${path}`;

/** Those of the navigation that the person may see in this store. */
export const pagesFor = ({ role }: StoreOfPerson): PageEntry[] =>
  pages.filter((page) => page.icon && covers(role, page.role));

export const firstPageOf = (store: StoreOfPerson) => pathOf(store.id, pagesFor(store)[0]?.path ?? '');
