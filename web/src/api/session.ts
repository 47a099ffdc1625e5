import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { coversRole, type Role } from 'outstep/kernel/access-levels.ts';
import { ApiError, appApi } from './client.ts';

export interface StoreMembership {
  id: string;
  name: string;
  role: Role;
  /** Why the operator suspended the store; `null` if it isn't suspended. */
  suspendedWhy: string | null;
}

export interface Session {
  person: { id: string; name: string; email: string };
  hasSecondFactor: boolean;
  /** Whether the installation has a mail server for its own emails, such as those about alerts. */
  sendsMail: boolean;
  stores: StoreMembership[];
}

/** The signed-in person, or `null`. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await appApi.get<Session>('/session', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** The session of the signed-in person; for use only on pages that the router guards. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new ApiError(401, '');
  return data;
}

/** Asks the server who is signed in now. */
export const fetchSession = () => appApi.get<Session>('/session', { needsSession: false });

/** Reads the session again and waits for it. */
export function useRefreshSession() {
  const queries = useQueryClient();
  return () => queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

const LAST_STORE = 'outstep.store';

export const rememberStore = (storeId: string) => localStorage.setItem(LAST_STORE, storeId);

/** The store that was open last, else the first. */
export function lastStore({ stores }: Session): StoreMembership | null {
  const id = localStorage.getItem(LAST_STORE);
  return stores.find((store) => store.id === id) ?? stores[0] ?? null;
}

/** The store in the URL; on account pages, the one that was open last. */
export function useStoreOrNull(): StoreMembership | null {
  const session = useSession();
  const { storeId } = useParams({ strict: false }) as { storeId?: string };
  return storeId ? (session.stores.find(({ id }) => id === storeId) ?? null) : lastStore(session);
}

/** The store that a page is about. */
export function useStore(): StoreMembership {
  const store = useStoreOrNull();
  if (!store) throw new ApiError(404, '');
  return store;
}

/** Whether the person has this role, or a higher one, in the open store. */
export const useMay = (role: Role) => coversRole(useStore().role, role);
