export { acceptInvitation, openInvitation, shownInvitation } from './invitation.ts';
export { findInvitation } from './invitations.store.ts';
export { insertMember, roleOf, storesOf } from './members.store.ts';
