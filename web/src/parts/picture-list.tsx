import { Group, Pagination, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhotoOff, IconSearch } from '@tabler/icons-react';
import type { FileView } from 'outstep/features/library/files/files.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useRead } from '../api/queries.ts';
import type { Wire } from '../api/wire.ts';
import { useTexts } from '../texts/texts.tsx';
import { EmptyState } from './empty-state.tsx';
import { Failure } from './failure.tsx';
import classes from './picture-list.module.css';

interface PictureTileProps {
  src: string;
  alt: string;
  onLoad?: (event: SyntheticEvent<HTMLImageElement>) => void;
  onError?: () => void;
}

/** A thumbnail on a background on which every image is visible. */
export const PictureTile = (props: PictureTileProps) => (
  <div className={classes['tile']}>
    <img loading="lazy" {...props} alt={props.alt} />
  </div>
);

const PER_PAGE = 60;

interface PictureListProps {
  /** Key of the current image. */
  chosen?: string | null;
  /** What to do if there are no images. */
  hint: string;
  onPick: (key: string) => void;
  /** Shown beside the search. */
  children?: ReactNode;
}

/** The store's images to choose from, newest first. */
export function PictureList({ chosen = null, hint, onPick, children }: PictureListProps) {
  const { settings, common } = useTexts();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const [page, setPage] = useState(1);
  const list = useRead<Page<Wire<FileView>>>('/files', { q, page, limit: PER_PAGE });
  const { pages = 0, items = [] } = list.data ?? {};
  const pictures = items.filter(({ url }) => url !== null);
  const controls = { previous: common.previous, next: common.next } as Record<string, string>;
  return (
    <Stack>
      <Group gap="sm">
        <TextInput
          data-autofocus
          flex="1 1 12rem"
          aria-label={settings.pickSearch}
          placeholder={settings.pickSearch}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setPage(1);
          }}
        />
        {children}
      </Group>
      {list.isError && <Failure error={list.error} retry={list.refetch} />}
      {list.isSuccess && pictures.length === 0 && (
        <EmptyState icon={IconPhotoOff} title={settings.noPictures} hint={hint} />
      )}
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {pictures.map(({ key, url, filename }) => (
          <UnstyledButton
            key={key}
            className={classes['choice'] ?? ''}
            {...(chosen !== null && { 'aria-pressed': key === chosen })}
            onClick={() => onPick(key)}
          >
            <PictureTile src={url ?? ''} alt="" />
            <Text size="xs" mt={4} truncate>
              {filename}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
      {pages > 1 && (
        <Pagination
          size="sm"
          value={page}
          total={pages}
          onChange={setPage}
          aria-label={common.pagesOf(page, pages)}
          getControlProps={(control) => ({ 'aria-label': controls[control] })}
        />
      )}
    </Stack>
  );
}
