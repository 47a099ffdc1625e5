import type { ReactNode, RefObject } from 'react';
import classes from './mail.module.css';
import type { MailPage } from './mail-page.ts';

interface MailSheetProps {
  title: string;
  page: MailPage;
  /** The size of the email before scaling. */
  width: number;
  height: number;
  scale: number;
  dark: boolean;
  /** Given by whoever reads or changes the page in the frame; without it the page is closed to the app too. */
  frame?: RefObject<HTMLIFrameElement | null>;
  onLoad?(): void;
  /** Whether pointer and keyboard reach the page itself, and not only what lies over it. */
  isReached?: boolean;
  /** What stands on the email and is not made smaller with it. */
  unscaled?: ReactNode;
  /** What lies over the email, in its own pixels. */
  children?: ReactNode;
}

/**
 * The one frame in which an email is shown. Without scripts, forms and windows, under the policy that its page begins
 * with: whatever an email holds, nothing of it runs.
 */
export function MailSheet({ title, page, width, height, scale, dark, frame, ...rest }: MailSheetProps) {
  const { onLoad, isReached = false, unscaled, children } = rest;
  return (
    <div className={classes['stage']} style={{ width: width * scale, height: height * scale }}>
      {unscaled}
      <div className={classes['sheet']} style={{ width, transform: `scale(${scale})` }}>
        <iframe
          ref={frame}
          title={title}
          sandbox={frame ? 'allow-same-origin' : ''}
          referrerPolicy="no-referrer"
          srcDoc={page}
          onLoad={onLoad}
          tabIndex={isReached ? 0 : -1}
          className={classes['mail']}
          data-inert={isReached ? undefined : true}
          style={{ width, height, colorScheme: dark ? 'dark' : 'light' }}
        />
        {children}
      </div>
    </div>
  );
}
