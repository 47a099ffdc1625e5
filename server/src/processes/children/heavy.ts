import { worker, workerEmit } from 'workerpool';
import { heavyWorks } from './heavy-works.ts';
import { stepBack } from './step-back.ts';

stepBack();

// Ctrl-C reaches the whole process group, but the parent decides when to stop.
process.on('SIGINT', () => undefined);

worker(
  Object.fromEntries(
    heavyWorks.map(({ name, run }) => [
      name,
      (input: unknown) => {
        // From here on it is the input's fault if the process ends.
        workerEmit(0);
        return run(input as never);
      },
    ]),
  ),
);
