import { verifyMailServer } from '../../../adapters/people/mailer.ts';
import type { Seen } from '../../../surfaces/public/seen.ts';
import { DOCTOR_HEADER, SEEN_PATH } from '../../../surfaces/public/seen.ts';
import { doctorToken } from '../../doctor-token.ts';
import { codeOf, whyUnreachable } from '../connection-error.ts';
import { ask, type Check, CheckFailed } from './check.ts';

const PATIENCE_MS = 5_000;

async function askBase(baseUrl: string, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(baseUrl + SEEN_PATH, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    const why = whyUnreachable(cause) ?? (codeOf(cause) || (cause as Error).message);
    throw new CheckFailed(
      `${baseUrl} (OUTSTEP_BASE_URL) cannot be reached from here: ${why}; is outstep serve running, and does a proxy in front of it lead here?`,
    );
  }
}

async function readSeen(answer: Response, baseUrl: string): Promise<Seen> {
  if (answer.status >= 300 && answer.status < 400)
    throw new CheckFailed(
      `${baseUrl} leads to ${answer.headers.get('location')}; OUTSTEP_BASE_URL has to be where callers end up`,
    );
  const seen = (answer.ok ? await answer.json().catch(() => null) : null) as Partial<Seen> | null;
  if (typeof seen?.client !== 'string')
    throw new CheckFailed(
      `something else answers at ${baseUrl} (status ${answer.status}): another server, or Outstep with another master key`,
    );
  return seen as Seen;
}

/** Whoever calls has to be told apart: by address, in budgets of guessing, keys and the audit log. */
function faultOfProxy({ peer, client, forwardedFor }: Seen, isTrusting: boolean): string | null {
  // The last is so where the proxy is on the machine that we call from.
  if (client !== peer || (isTrusting && forwardedFor === peer)) return null;
  if (forwardedFor !== null)
    return `a proxy at ${peer} passes on X-Forwarded-For, and nobody believes it: set OUTSTEP_TRUSTED_PROXIES=${peer}`;
  return isTrusting
    ? `the API is called by ${peer} without X-Forwarded-For, which the proxies of OUTSTEP_TRUSTED_PROXIES have to pass on`
    : null;
}

/** Of a network that is only for examples (RFC 5737), so that nobody really calls from it. */
const NOBODY = '192.0.2.1';

/** What a caller says of themselves must not be what is believed. */
const faultOfForging = ({ client, peer }: Seen): string | null =>
  client === NOBODY
    ? `callers can pretend to be anybody: the proxy at ${peer} passes on their own X-Forwarded-For; it has to replace it by their address, or to add that at its end`
    : null;

const isHere = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

export const baseUrl: Check = async ({ baseUrl, masterKey, trustedProxies }) => {
  const look = async (headers: Record<string, string>) => {
    const token = doctorToken(masterKey, Date.now());
    return readSeen(await askBase(baseUrl, { ...headers, [DOCTOR_HEADER]: token }), baseUrl);
  };
  const seen = await look({});
  // Where nobody is believed but who connects, nothing can be forged.
  const isBelieved = seen.client !== seen.peer;
  const fault =
    faultOfProxy(seen, trustedProxies.length > 0) ??
    (isBelieved ? faultOfForging(await look({ 'x-forwarded-for': NOBODY })) : null);
  if (fault) throw new CheckFailed(fault);
  const said = `the API sees ${seen.scheme}://${seen.host}, called from ${seen.client}`;
  return isHere(new URL(baseUrl).hostname)
    ? `${baseUrl} is for this machine alone; ${said}`
    : `${baseUrl} answers; ${said}`;
};

/** Not in the server's own words: some repeat the password. */
function whyNoMail(error: Error & { responseCode?: number }): string {
  if (codeOf(error) === 'EAUTH') return 'it refuses the login';
  return whyUnreachable(error) ?? (error.responseCode ? `it answers ${error.responseCode}` : error.message);
}

export const mail: Check = async ({ mailUrl }) => {
  if (mailUrl === null)
    return 'none is set (OUTSTEP_MAIL_URL): links of invitations and new passwords are shown, to be handed over';
  const { host } = new URL(mailUrl);
  await verifyMailServer(mailUrl).catch((error) => {
    throw new CheckFailed(`the mail server ${host} (OUTSTEP_MAIL_URL) cannot be used: ${whyNoMail(error)}`);
  });
  return `${host} takes mail of the app`;
};

export const mailProviders: Check = async ({ mailboxes }) => {
  const configured = Object.entries(mailboxes).flatMap(([name, settings]) =>
    settings ? [{ name, issuerUrl: settings.issuerUrl }] : [],
  );
  if (configured.length === 0)
    return 'none is set: stores send through mail servers of their own (OUTSTEP_GOOGLE_CLIENT_ID, OUTSTEP_MICROSOFT_CLIENT_ID)';
  for (const { name, issuerUrl } of configured)
    if (!(await ask(`${issuerUrl}/.well-known/openid-configuration`))?.ok)
      throw new CheckFailed(
        `${name} does not answer at ${issuerUrl}; mailboxes there can neither be connected nor used`,
      );
  return `${configured.map(({ name }) => name).join(' and ')} can be reached`;
};
