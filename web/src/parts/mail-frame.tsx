import { useElementSize } from '@mantine/hooks';
import classes from './mail.module.css';
import { mailPage } from './mail-page.ts';

const widths = { desktop: 680, phone: 375 };
export type Device = keyof typeof widths;

interface MailFrameProps {
  html: string;
  title: string;
  device?: Device;
  dark?: boolean;
  height: number;
  /** Pictures of other servers are fetched unless said otherwise. */
  remotePictures?: boolean;
}

/** A mail at the width of a device, made smaller where there is less room. */
export function MailFrame({
  html,
  title,
  device = 'desktop',
  dark = false,
  height,
  remotePictures = true,
}: MailFrameProps) {
  const { ref, width: room } = useElementSize();
  const width = widths[device];
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={ref} className={classes['stage']} style={{ height }}>
      <iframe
        title={title}
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={mailPage(html, { dark, origin: location.origin, remotePictures })}
        className={classes['mail']}
        style={{
          width,
          height: height / scale,
          transform: `scale(${scale})`,
          left: Math.max(0, (room - width * scale) / 2),
          colorScheme: dark ? 'dark' : 'light',
        }}
      />
    </div>
  );
}
