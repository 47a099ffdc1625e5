import classes from './status-word.module.css';

/** Shapes: dot = done, diamond = failed, ring = skipped or pending, square = needs attention. */
export type StatusLook = 'ok' | 'bad' | 'skipped' | 'pending' | 'unclear';

/** A status in a word beside a shape, because color alone would exclude those who cannot see it. */
export function StatusWord({ look, children }: { look: StatusLook; children: string }) {
  return (
    <span className={classes['status']} data-look={look}>
      {children}
    </span>
  );
}
