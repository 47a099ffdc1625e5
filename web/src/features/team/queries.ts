import type {
  Invitation as InvitationSchema,
  Member as MemberSchema,
} from 'outstep/features/access/people/members.schema.ts';
import type { Role } from 'outstep/kernel/access-levels.ts';
import type { Page } from 'outstep/kernel/page.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type Member = Wire<MemberSchema>;
export type Invitation = Wire<InvitationSchema>;

export const useMembers = () => useRead<Page<Member>>('/members');

export const useSetRole = () =>
  useWrite((api, { id, role }: { id: string; role: Role }) => api.patch(`/members/${id}`, { role }), {
    changes: ['/members', '/audit-log'],
  });

export const useRemoveMember = () =>
  useWrite((api, id: string | 'me') => api.delete(`/members/${id}`), { changes: ['/members', '/audit-log'] });

export const useInvitations = (enabled: boolean) =>
  useRead<Page<Invitation>>('/invitations', {}, { enabled });

export const useInvite = () =>
  useWrite(
    (api, input: { email: string; role: Role }) =>
      api.post<{ id: string; link?: string | null; mailed?: boolean }>('/invitations', input),
    { changes: ['/invitations', '/audit-log'] },
  );

export const useRevokeInvitation = () =>
  useWrite((api, id: string) => api.delete(`/invitations/${id}`), {
    changes: ['/invitations', '/audit-log'],
  });
