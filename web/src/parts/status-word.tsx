import classes from './status-word.module.css';

/** A dot is done, a diamond failed, a ring was skipped or is pending, a square needs a look. */
export type StatusLook = 'ok' | 'bad' | 'skipped' | 'pending' | 'unclear';

/** A status in a word beside a shape, because color alone would exclude those who cannot see it. */
export function StatusWord({ look, children }: { look: StatusLook; children: string }) {
  return (
    <span className={classes['status']} data-look={look}>
      {children}
    </span>
  );
}
