import { coversRole } from 'outstep/kernel/access-levels.ts';
import type { StoreMembership } from '../api/session.ts';
import { storePath } from '../parts/store-path.ts';
import { areas, type PageEntry, pages } from './pages.ts';

/** The pages of the navigation that the person may see in this store. */
export const visiblePages = ({ role }: StoreMembership): PageEntry[] =>
  pages.filter((page) => page.icon && coversRole(role, page.role));

export const firstPagePath = (store: StoreMembership) => storePath(store.id, visiblePages(store)[0]?.path);

/** The areas with pages that the person may see in this store. */
export function visibleAreas(store: StoreMembership) {
  const visible = visiblePages(store);
  return areas
    .map((area) => ({ ...area, pages: visible.filter((page) => page.area === area.name) }))
    .filter(({ pages }) => pages.length > 0);
}
