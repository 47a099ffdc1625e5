import { worker } from 'workerpool';
import { reportTextStart } from './begin-turn.ts';
import { lowerPriority } from './lower-priority.ts';
import { offloadedTasks } from './offloaded-tasks.ts';

lowerPriority();

// Ctrl-C reaches the whole process group, but the parent decides when to stop.
process.on('SIGINT', () => undefined);

worker(
  Object.fromEntries(
    offloadedTasks.map(({ name, run }) => [
      name,
      (input: unknown) => {
        // From here on, if the process ends, the input is to blame.
        reportTextStart(0);
        return run(input as never);
      },
    ]),
  ),
);
