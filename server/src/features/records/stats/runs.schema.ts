/** Runs are counted over so many days. */
export const RUN_DAYS = 30;

/** How often a layout or request ran. */
export interface RunCount {
  actionConfigId: string;
  runs: number;
  /** Whether there were more. */
  isMore: boolean;
}

/** Executions of a layout or request that are alike: as many, the last and the first of them. */
export interface RecentRuns {
  actionConfigId: string;
  /** Whether a workflow ran them to their end, for real. */
  areRuns: boolean;
  workflow: string | null;
  stepId: string | null;
  locale: string | null;
  count: number;
  lastAt: Date;
  firstAt: Date;
}
