import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconLayout, IconPhoto, IconUser, IconWorldUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Page } from 'outstep/kernel/page.ts';
import { storeApi } from '../api/client.ts';
import { useStoreOrNull } from '../api/session.ts';
import { storePath } from '../parts/store-path.ts';
import { useTexts } from '../texts/texts.tsx';

/** Results per type of record; the list has the others. */
const MOST = 5;
/** A single letter would match everything. */
const LEAST_LETTERS = 2;

interface FoundRecords {
  layouts: { id: string; name: string; subject: string }[];
  requests: { id: string; name: string; url: string }[];
  files: { key: string; filename: string }[];
  people: { id: string; name: string; email: string }[];
}

async function find(storeId: string, q: string, signal: AbortSignal): Promise<FoundRecords> {
  const { get } = storeApi(storeId);
  const list = async <T,>(path: string) =>
    (await get<Page<T>>(path, { query: { q, limit: MOST }, signal })).items;
  const has = (text: string) => text.toLowerCase().includes(q.toLowerCase());
  const [layouts, requests, files, members] = await Promise.all([
    list<FoundRecords['layouts'][number]>('/email-templates'),
    list<FoundRecords['requests'][number]>('/http-requests'),
    list<FoundRecords['files'][number]>('/files'),
    list<FoundRecords['people'][number]>('/members'),
  ]);
  const people = members.filter(({ name, email }) => has(name) || has(email)).slice(0, MOST);
  return { layouts, requests, files, people };
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The store's records that match the search, for the palette. */
export function useFoundRecords(q: string): SpotlightActionGroupData[] {
  const { pages } = useTexts();
  const store = useStoreOrNull();
  const navigate = useNavigate();
  const storeId = store?.id ?? '';
  const isLongEnough = [...q].length >= LEAST_LETTERS;
  const { data } = useQuery({
    queryKey: ['store', storeId, 'found', q],
    queryFn: ({ signal }) => find(storeId, q, signal),
    enabled: store !== null && isLongEnough,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!data || !isLongEnough) return [];
  const action = (path: string, label: string, description: string, search: { q?: string } = {}) => ({
    ...{ id: `${path} ${label}`, label, description },
    // The server has already matched it; the palette would only search the label.
    keywords: q,
    onClick: () => void navigate({ to: storePath(storeId, path), search: search as never }),
  });
  const groups = [
    {
      group: pages.layouts,
      actions: data.layouts.map(({ id, name, subject }) => ({
        ...action(`layouts/${id}`, name, subject),
        leftSection: <IconLayout {...icon} />,
      })),
    },
    {
      group: pages.httpRequests,
      actions: data.requests.map(({ id, name, url }) => ({
        ...action(`http-requests/${id}`, name, url),
        leftSection: <IconWorldUpload {...icon} />,
      })),
    },
    {
      group: pages.files,
      actions: data.files.map(({ key, filename }) => ({
        ...action('files', filename, '', { q: filename }),
        id: key,
        leftSection: <IconPhoto {...icon} />,
      })),
    },
    {
      group: pages.team,
      actions: data.people.map(({ id, name, email }) => ({
        ...action('team', name, email),
        id,
        leftSection: <IconUser {...icon} />,
      })),
    },
  ];
  return groups.filter(({ actions }) => actions.length > 0);
}
