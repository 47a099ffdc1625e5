import type { StepContext } from '../../../../features/delivery/steps/accept-step.ts';
import { runWork } from '../../../../features/delivery/steps/run-work.ts';
import { runMailStep } from '../../../../features/sending/mail-steps/run-mail-step.ts';
import type { Engine, LaneWork } from '../../../../kernel/engine.ts';

/** A context whose work runs immediately in this process, without the engine or a worker. */
export function withInlineEngine(ctx: StepContext): StepContext {
  const run = (work: LaneWork) => runWork(here, work, { EMAIL: runMailStep });
  const engine: Engine = {
    run,
    submit: run,
    ensure: async (work) => {
      await run(work);
      return 'over';
    },
    push: async () => undefined,
    forget: async () => undefined,
  };
  const here: StepContext = { ...ctx, engine };
  return here;
}
