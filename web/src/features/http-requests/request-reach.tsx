import type { Reach } from '../../parts/reach/reach.rules.ts';
import { ReachLine } from '../../parts/reach/reach-line.tsx';
import { useReach } from '../../parts/reach/use-reach.ts';

/** Before a request is saved: which steps run it. */
export const RequestReach = ({ id }: { id: string }) => (
  <ReachLine reach={useReach<Reach>(`/http-requests/${id}/reach`)} />
);
