import { type Device, useMailFit } from './mail-fit.ts';
import { mailPage } from './mail-page.ts';
import { MailSheet } from './mail-sheet.tsx';

interface MailFrameProps {
  html: string;
  title: string;
  device?: Device;
  dark?: boolean;
  height: number;
  /** Whether to load remote images; `true` by default. */
  remotePictures?: boolean;
}

/** An email at a device's width, scrollable within the given height. */
export function MailFrame({
  html,
  title,
  device = 'desktop',
  dark = false,
  height,
  remotePictures = true,
}: MailFrameProps) {
  const { room, width, scale } = useMailFit(device);
  return (
    <div ref={room} style={{ height, overflow: 'hidden' }}>
      <MailSheet
        {...{ title, width, scale, dark, height: height / scale, isReached: true }}
        page={mailPage(html, { dark, origin: location.origin, remotePictures })}
      />
    </div>
  );
}
