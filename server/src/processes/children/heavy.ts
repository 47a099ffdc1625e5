import { worker } from 'workerpool';
import { beginTurn } from './begin-turn.ts';
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
        // From here on it is the input's fault if the process ends.
        beginTurn(0);
        return run(input as never);
      },
    ]),
  ),
);
