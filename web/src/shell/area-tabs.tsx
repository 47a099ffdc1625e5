import { Link, useLocation } from '@tanstack/react-router';
import { useStoreOrNull } from '../api/session.ts';
import { storePath } from '../parts/store-path.ts';
import { useTexts } from '../texts/texts.tsx';
import classes from './shell.module.css';
import { visibleAreas } from './visible-pages.ts';

/** Links to the pages of the current area, if it has several. Pages opened from one of them don't show it. */
export function AreaTabs() {
  const { shell, pages: titles } = useTexts();
  const { pathname } = useLocation();
  const store = useStoreOrNull();
  if (!store) return null;
  const area = visibleAreas(store).find(({ pages }) =>
    pages.some(({ path }) => storePath(store.id, path) === pathname),
  );
  if (!area || area.pages.length < 2) return null;
  return (
    <nav aria-label={shell.areas[area.name]} className={classes['tabs']}>
      {area.pages.map(({ path, title }) => {
        const to = storePath(store.id, path);
        return (
          <Link key={path} to={to} aria-current={to === pathname ? 'page' : undefined}>
            {titles[title]}
          </Link>
        );
      })}
    </nav>
  );
}
