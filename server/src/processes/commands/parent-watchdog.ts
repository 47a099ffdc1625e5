/** Says that standard input is a pipe that the parent holds open for as long as it lives. */
export const PARENT_PIPE_VARIABLE = 'OUTSTEP_LIFELINE';

/**
 * Calls back when the parent is gone, however it ended: the system closes its end of the pipe. Signals do not reach the
 * children of a process that was killed, and they would keep its ports.
 */
export function onParentExit(lost: () => void): void {
  if (process.env[PARENT_PIPE_VARIABLE] !== '1') return;
  const end = () => {
    // With `--watch` the parent is Node's own, which waits for changes and notices nothing; it would end us too early.
    if (process.env['WATCH_REPORT_DEPENDENCIES']) process.once('exit', () => process.kill(process.ppid));
    lost();
  };
  process.stdin.on('error', end).on('end', end).resume();
  // Waiting for the parent's end is no reason to stay.
  process.stdin.unref?.();
}
