import type { MarkedMail } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import { useEffect, useRef, useState } from 'react';
import { MailDrawer } from '../editor/canvas/mail-drawer.ts';
import type { DrawJob, DrawResult } from '../editor/canvas/mail-worker.ts';
import type { ComparisonSide, PerSide, RenderedPage, RenderOutcome } from './sides.ts';

interface PendingDraw {
  jobs: PerSide<DrawJob>;
  side: ComparisonSide;
  /** Whether drawing it has timed out once. */
  isLate: boolean;
}

const pageOf = ({ html, subject, previewText, word, places }: MarkedMail): RenderedPage => ({
  ...{ html, subject, previewText, marks: { word, places } },
});

const outcomeOf = (answer: DrawResult): RenderOutcome =>
  'mail' in answer ? { page: pageOf(answer.mail) } : { faults: Object.values(answer.faults) };

/** The server's wording. */
const TOO_LONG = 'takes too long to render';

const none: PerSide<RenderOutcome | null> = { before: null, after: null };

/** Two emails, one after the other, in a separate Worker: that of an editor on this page is not used. */
export function useDrawnPages(jobs: PerSide<DrawJob> | null) {
  const [drawn, setDrawn] = useState({ jobs, outcomes: none });
  const [isAvailable, setAvailable] = useState(true);
  const drawer = useRef<MailDrawer<PendingDraw> | null>(null);
  const wanted = useRef(jobs);
  useEffect(() => {
    const requestDrawing = (jobs: PerSide<DrawJob>, side: ComparisonSide) =>
      drawer.current?.draw(jobs[side], { jobs, side, isLate: false });
    const take = ({ jobs, side }: PendingDraw, outcome: RenderOutcome) => {
      if (jobs !== wanted.current) return;
      setDrawn((known) => ({
        jobs,
        outcomes: { ...(known.jobs === jobs ? known.outcomes : none), [side]: outcome },
      }));
      if (side === 'before') requestDrawing(jobs, 'after');
    };
    drawer.current = new MailDrawer<PendingDraw>(
      {
        onDrawn: (answer, asked) => take(asked, outcomeOf(answer)),
        onTooLong(asked) {
          // After the first timeout it is retried once with more time.
          if (asked.isLate) take(asked, { faults: [TOO_LONG] });
          asked.isLate = true;
        },
        onUnavailable: () => setAvailable(false),
      },
      true,
    );
    return () => drawer.current?.close();
  }, []);
  useEffect(() => {
    wanted.current = jobs;
    if (jobs) drawer.current?.draw(jobs.before, { jobs, side: 'before', isLate: false });
  }, [jobs]);
  return { outcomes: drawn.jobs === jobs ? drawn.outcomes : none, isAvailable };
}
