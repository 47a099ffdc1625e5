import { useQueryClient } from '@tanstack/react-query';
import type {
  Layout as LayoutSchema,
  LayoutSummary as SummarySchema,
} from 'outstep/features/layouts/content/layouts.schema.ts';
import type {
  LayoutVersion as VersionSchema,
  LayoutVersionSummary as VersionSummarySchema,
} from 'outstep/features/layouts/content/versions.schema.ts';
import type {
  StarterDesign,
  StarterLanguage,
} from 'outstep/features/layouts/starter-designs/starter-designs.schema.ts';
import type { Translation as TranslationSchema } from 'outstep/features/layouts/translations/translations.schema.ts';
import { etagOf } from 'outstep/kernel/etag.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { useEffect } from 'react';
import { type Query, storeApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/session.ts';
import type { Wire } from '../../api/wire.ts';
import type { FieldChange } from '../../parts/changes-list.tsx';
import { baseOf, type SavedLayout } from './session/layout-work.rules.ts';

export type LayoutSummary = Wire<SummarySchema>;
export type Layout = Wire<LayoutSchema>;
export type Translation = Wire<TranslationSchema>;
export type LayoutVersionSummary = Wire<VersionSummarySchema>;
export type LayoutVersion = Wire<VersionSchema>;
export type LayoutSnapshot = Pick<LayoutVersion, 'layout' | 'translations'>;

export interface Commit {
  sha: string;
  message: string;
  author: string;
  committedAt: string;
  url: string;
}

export interface Commits {
  items: Commit[];
  page: number;
  hasMore: boolean;
}

const LIST = '/email-templates';
const at = (id: string, below = '') => `${LIST}/${id}${below}`;
/** Large enough for both lists: a layout has at most 31 languages and 25 versions. */
const ALL = { limit: 100 };
const changes = { changes: [LIST, '/audit-log'] };

/** Every write creates a version, so its number serves as the revision for `If-Match`. */
const only = (version: number) => ({ headers: { 'If-Match': etagOf({ revision: version }) } });

export const useLayouts = (query: Query) => useRead<Page<LayoutSummary>>(LIST, query);
export const useLayout = (id: string) => useRead<Layout>(at(id));
export const useTranslations = (id: string, enabled = true) =>
  useRead<Page<Translation>>(at(id, '/translations'), ALL, { enabled });
export const useVersions = (id: string) => useRead<Page<LayoutVersionSummary>>(at(id, '/versions'), ALL);
/** A version from the list; refetches the list if anyone has saved since. */
export function useListedVersion(id: string, version: number | null): LayoutVersionSummary | undefined {
  const { data, refetch } = useVersions(id);
  const found = data?.items.find((each) => each.version === version);
  const unknown = data && !found ? version : null;
  useEffect(() => {
    if (unknown !== null) void refetch();
  }, [unknown, refetch]);
  return found;
}
export const useVersion = (id: string, version: number) =>
  useRead<LayoutVersion>(at(id, `/versions/${version}`));
/** The content of an earlier version; empty if that version is no longer stored. */
export function useReadBase(id: string) {
  const store = useStore();
  return async (version: number): Promise<SavedLayout> => {
    const kept = await storeApi(store.id)
      .get<LayoutVersion>(at(id, `/versions/${version}`))
      .catch(() => null);
    return kept
      ? baseOf({ ...kept.layout, id, version, languages: [] }, kept.translations)
      : { version, state: {} };
  };
}
/** Whether the store has a connected repository; without one there are no commits to read. */
export const useIsConnected = () =>
  useRead<{ connection: object | null }>('/repository').data?.connection != null;
export const useCommits = (id: string, page: number) => useRead<Commits>(at(id, '/versions/repo'), { page });
export const useCommit = (id: string, sha: string) =>
  useRead<Commit & LayoutSnapshot>(at(id, `/versions/repo/${sha}`));
export const useVariables = (id: string) =>
  useRead<Page<{ path: string; sentRecently: boolean | null }>>(at(id, '/variables'), { limit: 100 });
export const useDifferences = (id: string, from: number, to: number) =>
  useRead<{ changes: FieldChange[] }>(at(id, `/versions/${from}/diff/${to}`));
export const useStarterDesigns = (language: StarterLanguage) =>
  useRead<Page<StarterDesign>>('/ready-designs', { language });

export interface NewLayout extends Partial<Omit<StarterDesign, 'key'>> {
  name: string;
  subject: string;
  bodyType?: 'visual' | 'text';
  body?: string;
}

export const useCreateLayout = () =>
  useWrite((api, input: NewLayout) => api.post<Layout>(LIST, input), changes);

export const useDuplicateLayout = () =>
  useWrite(
    (api, { id, name }: { id: string; name: string }) => api.post<Layout>(at(id, '/duplicate'), { name }),
    changes,
  );

export const useDeleteLayout = () =>
  useWrite((api, id: string) => api.delete<{ warning?: string }>(at(id)), {
    changes: [...changes.changes, '/trash'],
  });

interface SaveWarnings {
  warnings?: string[];
}

interface SaveLayoutInput {
  version: number;
  fields: JsonObject;
}

export const useSaveLayout = (id: string) =>
  useWrite(
    (api, { version, fields }: SaveLayoutInput) =>
      api.put<Layout & SaveWarnings>(at(id), fields, only(version)),
    changes,
  );

/**
 * Saves several languages as one version; block and style changes also apply to languages that are not sent.
 */
export const useSaveAllLanguages = (id: string) =>
  useWrite(
    (api, { version, fields }: SaveLayoutInput) =>
      api.put<Layout & SaveWarnings>(at(id, '/all-languages'), fields, only(version)),
    changes,
  );

export const useSaveTranslation = (id: string, locale: string) =>
  useWrite(
    (api, { version, fields }: SaveLayoutInput) =>
      api.put<Translation & SaveWarnings>(
        at(id, `/translations/${encodeURIComponent(locale)}`),
        fields,
        only(version),
      ),
    changes,
  );

export const useAddTranslation = (id: string) =>
  useWrite(
    (api, { locale, version }: { locale: string; version: number }) =>
      api.post<Translation & { filled: number }>(at(id, '/languages'), { locale }, only(version)),
    changes,
  );

export const useDeleteTranslation = (id: string) =>
  useWrite((api, locale: string) => api.delete(at(id, `/translations/${locale}`)), changes);

export const usePromote = (id: string) =>
  useWrite(
    (api, locale: string) => api.post<{ layout: Layout }>(at(id, `/translations/${locale}/promote`)),
    changes,
  );

/** `version` is a version number or the SHA of a commit. */
export const useRestore = (id: string) =>
  useWrite(
    (api, version: number | string) =>
      api.post(at(id, `/versions/${typeof version === 'number' ? version : `repo/${version}`}/restore`)),
    { changes: [...changes.changes, '/files', '/deleted-files'] },
  );

/** Invalidates all layout data and waits until whatever is on screen has been refetched. */
export function useRefetchLayouts() {
  const store = useStore();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['store', store.id, 'email-templates'] });
}
