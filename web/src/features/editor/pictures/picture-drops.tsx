import { Group, Paper, Progress, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../../texts/texts.tsx';
import { showsPicture } from '../model/picture.rules.ts';
import { useClipboard } from '../page/use-clipboard.ts';
import type { EditorSession } from '../session/session.ts';
import classes from './pictures.module.css';
import {
  type PendingPicture,
  type PictureTarget,
  PictureUploadsProvider,
  usePictureUploads,
} from './use-picture-uploads.ts';

/** The block that an element of the page represents. */
const blockAt = (at: EventTarget, selector: string) =>
  at instanceof Element ? (at.closest<HTMLElement>(selector)?.dataset['block'] ?? null) : null;

interface PictureDropsProps {
  session: EditorSession;
  children: ReactNode;
}

/** Accepts dropped and pasted images: those on an image block replace its image, others become new blocks. */
export function PictureDropZone({ session, children }: PictureDropsProps) {
  const [said, setSaid] = useState('');
  const uploads = usePictureUploads(session, setSaid);
  const [isOver, setOver] = useState(false);
  const { entries, selection, canChange } = session;

  const targetOf = (key: string | null): PictureTarget => {
    const entry = entries.find((each) => each.key === key);
    if (entry && showsPicture(entry)) return { into: entry.key };
    return { below: entry?.key ?? selection };
  };
  const hover = (event: DragEvent) => {
    if (!canChange || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files];
    setOver(false);
    if (!canChange || files.length === 0) return;
    event.preventDefault();
    uploads.send(files, targetOf(blockAt(event.target, '[data-block]')));
  };
  const place = useRef<HTMLDivElement>(null);
  useClipboard(place, {
    paste(event, at) {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!canChange || files.length === 0) return;
      event.preventDefault();
      const field = blockAt(at, '[data-picture-field]');
      uploads.send(files, field === null ? { below: selection } : { into: field });
    },
  });
  return (
    <PictureUploadsProvider value={uploads}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: buttons choose and upload as well */}
      <div
        ref={place}
        className={classes['drops']}
        data-over={isOver || undefined}
        onDragEnter={hover}
        onDragOver={hover}
        onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node) && setOver(false)}
        onDrop={drop}
      >
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <Pending of={uploads.pending} />
        {children}
      </div>
    </PictureUploadsProvider>
  );
}

/** Images being uploaded, shown from the local file. */
function Pending({ of: pending }: { of: readonly PendingPicture[] }) {
  const { files } = useTexts();
  if (pending.length === 0) return null;
  return (
    <section className={classes['dock']} aria-label={files.uploads}>
      {pending.map(({ id, name, url, share }) => (
        <Paper key={id} withBorder shadow="md" p="xs" className={classes['pending'] ?? ''}>
          <Group gap="sm" wrap="nowrap">
            <img src={url} alt="" />
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text size="xs" truncate>
                {name}
              </Text>
              <Progress mt={4} size="sm" value={share * 100} aria-label={files.progressOf(name)} />
              <Text size="xs" c="dimmed">
                {share < 1 ? files.sending(Math.floor(share * 100)) : files.checking}
              </Text>
            </div>
          </Group>
        </Paper>
      ))}
    </section>
  );
}
