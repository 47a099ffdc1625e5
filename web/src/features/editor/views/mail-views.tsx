import { Code, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Device } from '../../../parts/mail/mail-fit.ts';
import type { EmailTexts } from '../page/drawn-mail.ts';
import { useViewTexts } from '../session/use-view-texts.ts';
import type { CanvasView } from './canvas-view.ts';
import { InboxLine } from './inbox-line.tsx';
import { PhonePreview } from './phone-preview.tsx';
import classes from './views.module.css';

interface ShownMail {
  html: string;
  device: Device;
  dark: boolean;
  isWithoutPictures: boolean;
}

interface MailViewsProps {
  /** `null` until it has been drawn. */
  html: string | null;
  words: EmailTexts | null;
  view: CanvasView;
  isNarrow: boolean;
  /** Renders the editable email. */
  children(shown: ShownMail): ReactNode;
}

/** The email in the chosen view; the editable part is the same in each. */
export function MailViews({ html, words, view, isNarrow, children }: MailViewsProps) {
  const texts = useViewTexts();
  const { show, isDark: dark, isWithoutPictures, hasInboxLine } = view;
  const look = { dark, isWithoutPictures };
  const device: Device = isNarrow || show === 'phone' ? 'phone' : 'desktop';
  const isBoth = show === 'both' && !isNarrow;
  const canvas = html === null ? <Skeleton height={520} radius={0} /> : children({ html, device, ...look });
  return (
    <>
      {hasInboxLine && words && <InboxLine words={words} />}
      {show === 'text' ? (
        <Code block className={classes['text'] ?? ''} role="region" aria-label={texts.text} tabIndex={0}>
          {words?.text}
        </Code>
      ) : (
        <div className={isBoth ? classes['both'] : undefined}>
          {canvas}
          {isBoth && html !== null && <PhonePreview label={texts.beside} html={html} {...look} />}
        </div>
      )}
    </>
  );
}
