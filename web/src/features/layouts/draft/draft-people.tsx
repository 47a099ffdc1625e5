import { Text } from '@mantine/core';
import type { DraftSummary } from 'outstep/features/layouts/drafts/drafts.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { useRead } from '../../../api/queries.ts';
import type { Wire } from '../../../api/wire.ts';
import { useFormats } from '../../../texts/formats.ts';
import { useTexts } from '../../../texts/texts.tsx';

const EVERY_MS = 60_000;
const MOST_NAMED = 3;

/** Other people with unsaved work on the layout, and since when. */
export function OtherDraftsNotice({ layoutId }: { layoutId: string }) {
  const { drafts } = useTexts();
  const { relative } = useFormats();
  const path = `/email-templates/${layoutId}/drafts`;
  const { data } = useRead<Page<Wire<DraftSummary>>>(path, { limit: 20 }, { refetchInterval: EVERY_MS });
  const others = data?.items.filter(({ isOwn }) => !isOwn) ?? [];
  if (others.length === 0) return null;
  const named = others
    .slice(0, MOST_NAMED)
    .map(({ author, createdAt }) => drafts.since(author.name, relative(createdAt)));
  return (
    <Text span inherit c="var(--mantine-color-text)">
      {drafts.atWork(named.join(', '), others.length - named.length)}
    </Text>
  );
}
