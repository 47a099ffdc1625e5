/** Set if standard input is a pipe that the parent keeps open for as long as it lives. */
export const PARENT_PIPE_VARIABLE = 'OUTSTEP_LIFELINE';

/**
 * Calls back when the parent has ended in any way: the system closes its end of the pipe. Signals do not
 * reach the children of a killed process, which would keep its ports occupied.
 */
export function onParentExit(lost: () => void): void {
  if (process.env[PARENT_PIPE_VARIABLE] !== '1') return;
  const end = () => {
    // With `--watch`, our direct parent is Node's watcher, which waits for changes and does not detect it. It
    // is ended only when we exit, because it would end us too early.
    if (process.env['WATCH_REPORT_DEPENDENCIES']) process.once('exit', () => process.kill(process.ppid));
    lost();
  };
  process.stdin.on('error', end).on('end', end).resume();
  // Waiting for the parent must not keep this process alive.
  process.stdin.unref?.();
}
