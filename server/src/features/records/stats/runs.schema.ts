/** The number of days over which runs are counted. */
export const RUN_DAYS = 30;

/** How often a layout or request ran. */
export interface RunCount {
  actionConfigId: string;
  runs: number;
  /** Whether there were more runs than counted. */
  isMore: boolean;
}

/** Similar executions of a layout or request: how many, the last and the first. */
export interface RecentRuns {
  actionConfigId: string;
  /** Whether these are real, finished workflow runs. */
  areRuns: boolean;
  workflow: string | null;
  stepId: string | null;
  locale: string | null;
  count: number;
  lastAt: Date;
  firstAt: Date;
}
