import { createHash } from 'node:crypto';
import type { PeopleQuery } from './accounts.ts';

const IS_KNOWN = `
  select from people_devices d join people p on p.id = d.person_id
  where d.device = $3 and (p.id = $1 or p.email = $2)`;
// The snapshot predates the insert, so it shows only what existed before.
const SEE = `
  with seen as (
    insert into people_devices (person_id, device) values ($1, $2)
    on conflict (person_id, device) do update set seen_at = now()
  )
  select exists (select from people_devices where person_id = $1 and device = $2) as "isKnown",
    exists (select from people_devices where person_id = $1) as "hasOthers"`;

const hashOf = (device: string) => createHash('sha256').update(device).digest();

export type Devices = ReturnType<typeof createDevices>;

/** Browsers that people have signed in with. */
export function createDevices(query: PeopleQuery) {
  return {
    /** Whether the person, by id or address, has signed in with this browser. */
    async isKnown(person: { id: string } | { email: string }, device: string): Promise<boolean> {
      const [id, email] = 'id' in person ? [person.id, null] : [null, person.email];
      return (await query(IS_KNOWN, [id, email, hashOf(device)])).length > 0;
    },

    /**
     * Records a sign-in with this browser. Returns whether the browser is new while they had used others
     * before.
     */
    async see(personId: string, device: string): Promise<{ isOneMore: boolean }> {
      const [row] = await query<{ isKnown: boolean; hasOthers: boolean }>(SEE, [personId, hashOf(device)]);
      return { isOneMore: row !== undefined && !row.isKnown && row.hasOthers };
    },
  };
}
