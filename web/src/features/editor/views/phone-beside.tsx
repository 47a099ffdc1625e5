import { useElementSize } from '@mantine/hooks';
import canvas from '../canvas/canvas.module.css';
import { useFrame } from '../canvas/use-frame.ts';
import { useViewTexts } from '../session/use-view-texts.ts';
import classes from './views.module.css';

const WIDTH = 375;

interface PhoneBesideProps {
  html: string;
  dark: boolean;
  isWithoutPictures: boolean;
}

const keepNothing = () => undefined;

/** The mail on a phone, to look at while it is changed beside it. */
export function PhoneBeside(props: PhoneBesideProps) {
  const texts = useViewTexts();
  const { ref, width: room } = useElementSize();
  const { frame, first, onLoad, height } = useFrame({
    ...props,
    ...{ drawn: null, keep: keepNothing, kept: null },
  });
  const scale = room === 0 ? 1 : Math.min(1, room / WIDTH);
  return (
    // Scrolled by keys too: nothing in it takes the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached
    <section className={classes['beside']} aria-label={texts.beside} tabIndex={0}>
      <div ref={ref} style={{ height: Math.max(height, 200) * scale }}>
        <iframe
          ref={frame}
          title={texts.beside}
          // As that of the canvas: whatever a mail holds, nothing of it runs.
          sandbox="allow-same-origin"
          referrerPolicy="no-referrer"
          srcDoc={first}
          onLoad={onLoad}
          tabIndex={-1}
          className={canvas['mail']}
          style={{
            ...{ width: WIDTH, height: Math.max(height, 200), colorScheme: props.dark ? 'dark' : 'light' },
            ...{ transform: `scale(${scale})`, transformOrigin: 'top left' },
          }}
        />
      </div>
    </section>
  );
}
