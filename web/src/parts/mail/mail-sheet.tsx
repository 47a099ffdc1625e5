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
  /** Set if the app reads or changes the page in the frame; otherwise even the app has no access. */
  frame?: RefObject<HTMLIFrameElement | null>;
  onLoad?(): void;
  /** Whether pointer and keyboard reach the page itself instead of only the overlay. */
  isReached?: boolean;
  /** Unscaled content on top of the email. */
  unscaled?: ReactNode;
  /** Overlay in the email's own pixels. */
  children?: ReactNode;
}

/**
 * The only frame that shows emails. It is sandboxed without scripts, forms and popups, under the policy at
 * the start of its page, so no script in an email can run.
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
