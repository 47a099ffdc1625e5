import { Skeleton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Preview } from 'outstep/features/layouts/layouts/preview.schema.ts';
import { useState } from 'react';
import { storeApi } from '../../api/client.ts';
import { useStore } from '../../api/session.ts';
import { mailWidths } from '../../parts/mail/mail-fit.ts';
import { mailPage } from '../../parts/mail/mail-page.ts';
import { MailSheet } from '../../parts/mail/mail-sheet.tsx';
import classes from './layouts.module.css';
import type { LayoutSummary } from './queries.ts';

const WIDTH = 60;
const HEIGHT = 78;
const SCALE = WIDTH / mailWidths.desktop;

/** The saved email in small, rendered once it is scrolled into view. A version never changes. */
export function LayoutThumbnail({ of: layout }: { of: Pick<LayoutSummary, 'id' | 'version'> }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [isWanted, setWanted] = useState(false);
  if (inViewport && !isWanted) setWanted(true);
  return (
    <div ref={ref} className={classes['thumbnail']} aria-hidden inert>
      {isWanted && <Email of={layout} />}
    </div>
  );
}

function Email({ of: { id, version } }: { of: Pick<LayoutSummary, 'id' | 'version'> }) {
  const store = useStore();
  const { data, isError } = useQuery({
    queryKey: ['store', store.id, 'thumbnails', id, version],
    queryFn: ({ signal }) =>
      storeApi(store.id).post<Preview>(`/email-templates/${id}/preview`, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  // A layout can be opened even if it could not be rendered.
  if (isError) return <IconMail size={20} stroke={1.5} />;
  if (!data) return <Skeleton width={WIDTH} height={HEIGHT} radius={0} />;
  const page = mailPage(data.html, { dark: false, origin: location.origin, remotePictures: true });
  return (
    <MailSheet
      {...{ title: data.subject, page, width: mailWidths.desktop, height: HEIGHT / SCALE }}
      {...{ scale: SCALE, dark: false }}
    />
  );
}
