import type { LayoutReach as ReachSchema } from 'outstep/features/layouts/reach/reach.schema.ts';
import type { Wire } from '../../api/wire.ts';
import { useLanguageName } from '../../parts/language-name.ts';
import { ReachLine } from '../../parts/reach/reach-line.tsx';
import { ReachedDetails, ReachedList } from '../../parts/reach/reached-list.tsx';
import { useReach } from '../../parts/reach/use-reach.ts';
import { useTexts } from '../../texts/texts.tsx';

/** Shown before a layout is saved: what the change affects. */
export function LayoutReach({ id }: { id: string }) {
  const { reach } = useTexts();
  const nameOf = useLanguageName();
  const found = useReach<Wire<ReachSchema>>(`/email-templates/${id}/reach`);
  return (
    <ReachLine reach={found}>
      <ReachedList title={reach.languages} items={found?.languages ?? []} keyOf={({ locale }) => locale}>
        {({ locale, runs }) => (
          <>
            {nameOf(locale)}
            <ReachedDetails>{reach.runsOf(runs)}</ReachedDetails>
          </>
        )}
      </ReachedList>
    </ReachLine>
  );
}
