import { worker } from 'workerpool';
import type { ChildMethods, ChildUses } from '../../adapters/child-processes/child-methods.ts';
import { checkLiquid } from '../../features/rendering/liquid/check-liquid.rules.ts';
import { plainPiecesOf } from '../../features/rendering/liquid/plain-pieces.rules.ts';
import { LiquidJob } from '../../features/rendering/liquid/render-liquid.rules.ts';
import { findLiquidUses } from '../../features/rendering/liquid/uses-of-liquid.rules.ts';
import { reportTextStart, threadCpuMs } from './begin-turn.ts';

const each = <Text, Answer>(texts: readonly Text[], work: (text: Text) => Answer): Answer[] =>
  texts.map((text, index) => {
    reportTextStart(index);
    return work(text);
  });

function readUses(text: string): ChildUses {
  const uses = findLiquidUses(text);
  return 'reason' in uses ? uses : { ...uses, plain: plainPiecesOf(text) };
}

// Ctrl-C reaches the whole process group, but the parent decides when to stop.
process.on('SIGINT', () => undefined);

/** Loaded only in processes that are started for designs; the first compilation takes ten times as long as the next. */
async function designCompiler() {
  await import('./light-mjml.ts');
  const { compileBody } = await import('../../features/rendering/design/compile-body.rules.ts');
  const { compileDesign, emptyJob } = await import('../../features/rendering/design/compile-design.rules.ts');
  const { example } = await import('../../features/rendering/design/example.rules.ts');
  await compileDesign({ ...emptyJob, design: example });
  return { compileDesign, compileBody };
}

const loaded = process.argv.includes('designs') ? await designCompiler() : null;

function compiler() {
  if (!loaded) throw new Error('this process was not started for designs');
  reportTextStart(0);
  return loaded;
}

worker({
  checkLiquid: (texts) => each(texts, checkLiquid),
  usesOfLiquid: (texts) => each(texts, readUses),
  renderLiquid({ texts, variables, ...runtime }) {
    const job = new LiquidJob({ ...runtime, variables: JSON.parse(variables), clock: threadCpuMs });
    return each(texts, (text) => job.render(text.text, text.escape));
  },
  compileDesign: (job) => compiler().compileDesign(job),
  compileBody: (job) => compiler().compileBody(job),
} satisfies ChildMethods);
