import type { SavedSmtpSender, SenderInput } from './queries.ts';

export const logins = ['keep', 'new', 'none'] as const;
export type Login = (typeof logins)[number];

export interface SenderValues extends Record<string, unknown> {
  name: string;
  fromName: string;
  from: string;
  host: string;
  port: number | string;
  security: SavedSmtpSender['security'];
  keepLogin: Login;
  user: string;
  password: string;
}

export const valuesOf = (sender: SavedSmtpSender | null): SenderValues => ({
  name: sender?.name ?? '',
  fromName: sender?.fromName ?? '',
  from: sender?.fromAddress ?? '',
  host: sender?.host ?? '',
  port: sender?.port ?? 587,
  security: sender?.security ?? 'starttls',
  keepLogin: sender ? (sender.hasPassword ? 'keep' : 'none') : 'new',
  user: '',
  password: '',
});

/** The server's input: a login is complete, kept or left out. */
export function inputOf({ keepLogin, user, password, port, ...rest }: SenderValues): SenderInput {
  const login = keepLogin === 'keep' ? { keepLogin: true } : keepLogin === 'new' ? { user, password } : {};
  return { ...rest, port: Number(port), ...login };
}
