import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { appApi, authApi } from '../../api/client.ts';

export interface Passkey {
  id: string;
  name: string | null;
  createdAt: string | null;
}

export interface SignedInDevice {
  id: string;
  token: string;
  userAgent: string | null;
  ipAddress: string | null;
  createdAt: string;
  /** At most an hour old. */
  seenAt: string;
  expiresAt: string;
}

export interface SignInEvent {
  id: string;
  at: string;
  operation: string;
  byOperator: boolean;
  address: string | null;
  agent: string | null;
}

const passkeys = ['account', 'passkeys'];
const devices = ['account', 'devices'];

export const usePasskeys = () =>
  useQuery({
    queryKey: passkeys,
    queryFn: ({ signal }) => authApi.get<Passkey[]>('/passkey/list-user-passkeys', { signal }),
  });

export const useDevices = () =>
  useQuery({
    queryKey: devices,
    queryFn: async ({ signal }) => {
      const [all, own] = await Promise.all([
        authApi.get<SignedInDevice[]>('/list-sessions', { signal }),
        authApi.get<{ session: { id: string } }>('/get-session', { signal }),
      ]);
      return all.map((device) => ({ ...device, isThis: device.id === own.session.id }));
    },
  });

export const useSignInEvents = () =>
  useQuery({
    queryKey: ['account', 'events'],
    queryFn: async ({ signal }) =>
      (await appApi.get<{ items: SignInEvent[] }>('/sign-in-events', { signal })).items,
  });

/** A write to the person's account; its data is refetched afterward. */
export function useAccountWrite<Input = void, Output = unknown>(write: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
}
