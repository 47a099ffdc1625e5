import type { PresetReach as ReachSchema } from 'outstep/features/layouts/reach/reach.schema.ts';
import type { Wire } from '../../api/wire.ts';
import type { Reach } from '../../parts/reach/reach.rules.ts';

export type PresetReach = Wire<ReachSchema>;

export interface ReachInLanguage extends Reach {
  layouts: { id: string; name: string; runs: number; locales: string[] }[];
  /** Number of unlisted layouts, whose languages are unknown. */
  unseen: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** The impact of changing one language of a preset; an empty string is its own language. */
export function reachIn(found: PresetReach, presetLocale: string): ReachInLanguage {
  const { items, total, page: _page, limit: _limit, pages: _pages, ...reach } = found;
  const unseen = total - items.length;
  const reached = items.flatMap(({ languages, ...layout }) => {
    const own = languages.filter(({ presetLanguage }) => presetLanguage === presetLocale);
    return own.length === 0 ? [] : [{ layout, own, isWhole: own.length === languages.length }];
  });
  // Counts by language cover only the newest runs. They are exact if there are no others.
  const { all } = reach.countedOver;
  const runsOf = ({ layout, own, isWhole }: (typeof reached)[number]) =>
    all || !isWhole ? sum(own.map(({ runs }) => runs)) : layout.runs;
  const isCut = !all && reached.some(({ isWhole, layout }) => !isWhole || layout.runsAtLeast);
  const ids = new Set(reached.map(({ layout }) => layout.id));
  return {
    ...reach,
    runs: sum(reached.map(runsOf)),
    runsAtLeast: isCut || unseen > 0,
    stepCount: sum(reached.map(({ layout }) => layout.stepCount)),
    steps: reach.steps.filter(({ actionConfigId }) => ids.has(actionConfigId)),
    layouts: reached.map((each) => ({
      ...{ id: each.layout.id, name: each.layout.name, runs: runsOf(each) },
      locales: each.own.map(({ locale }) => locale),
    })),
    unseen,
  };
}
