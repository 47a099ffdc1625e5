import type { MAX_LABEL } from 'outstep/features/documents/versions.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { useRead, useWrite } from '../api/queries.ts';
import type { ListedVersion } from './version-table.tsx';

export const MAX_LABEL_LENGTH: typeof MAX_LABEL = 100;

/** A version that is kept beyond the newest 25, or has a name. */
export type KeptVersion<Version> = Version & { label: string | null; keptUntil: string | null };

/** Large enough for all: 10 are kept, and 9 have a name. `document`: `/email-templates/ID`. */
export const useKeptVersions = <Version extends ListedVersion>(document: string) =>
  useRead<Page<KeptVersion<Version>>>(`${document}/kept-versions`, { limit: 100 });

export const useNameVersion = (document: string) =>
  useWrite(
    (api, { version, label }: { version: number; label: string | null }) =>
      api.put(`${document}/versions/${version}/label`, { label }),
    { changes: [`${document}/kept-versions`, '/audit-log'] },
  );
