import { useEffect, useRef, useState } from 'react';
import type { MarkedMail } from '../../../../server/src/features/rendering/mails/draw-marked-mail.rules.ts';
import { MailDrawer } from '../editor/canvas/mail-drawer.ts';
import type { DrawJob, Drawn } from '../editor/canvas/mail-worker.ts';
import type { Both, DrawnPage, Outcome, Side } from './sides.ts';

interface Asked {
  jobs: Both<DrawJob>;
  side: Side;
  /** Whether it has taken too long once. */
  isLate: boolean;
}

const pageOf = ({ html, subject, previewText, word, places }: MarkedMail): DrawnPage => ({
  ...{ html, subject, previewText, marks: { word, places } },
});

const outcomeOf = (answer: Drawn): Outcome =>
  'mail' in answer ? { page: pageOf(answer.mail) } : { faults: Object.values(answer.faults) };

/** As the server says it. */
const TOO_LONG = 'takes too long to render';

const none: Both<Outcome | null> = { before: null, after: null };

/** Two mails, one after the other, in a Worker of their own: that of an editor on this page is left alone. */
export function useDrawnPages(jobs: Both<DrawJob> | null) {
  const [drawn, setDrawn] = useState({ jobs, outcomes: none });
  const [isAvailable, setAvailable] = useState(true);
  const drawer = useRef<MailDrawer<Asked> | null>(null);
  const wanted = useRef(jobs);
  useEffect(() => {
    const ask = (jobs: Both<DrawJob>, side: Side) =>
      drawer.current?.draw(jobs[side], { jobs, side, isLate: false });
    const take = ({ jobs, side }: Asked, outcome: Outcome) => {
      if (jobs !== wanted.current) return;
      setDrawn((known) => ({
        jobs,
        outcomes: { ...(known.jobs === jobs ? known.outcomes : none), [side]: outcome },
      }));
      if (side === 'before') ask(jobs, 'after');
    };
    drawer.current = new MailDrawer<Asked>(
      {
        onDrawn: (answer, asked) => take(asked, outcomeOf(answer)),
        onTooLong(asked) {
          // The first time it is tried once more, with more time.
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
