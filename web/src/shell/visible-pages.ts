import { coversRole } from 'outstep/kernel/access-levels.ts';
import type { StoreMembership } from '../api/session.ts';
import { storePath } from '../parts/store-path.ts';
import { type PageEntry, pages } from './pages.ts';

/** The pages of the navigation that the person may see in this store. */
export const visiblePages = ({ role }: StoreMembership): PageEntry[] =>
  pages.filter((page) => page.icon && coversRole(role, page.role));

export const firstPagePath = (store: StoreMembership) => storePath(store.id, visiblePages(store)[0]?.path);
