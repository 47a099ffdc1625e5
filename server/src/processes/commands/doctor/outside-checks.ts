import { verifyMailServer } from '../../../adapters/people/mailer.ts';
import type { ProxyDiagnostics } from '../../../surfaces/public/proxy-diagnostics.ts';
import { DOCTOR_HEADER, PROXY_DIAGNOSTICS_PATH } from '../../../surfaces/public/proxy-diagnostics.ts';
import { doctorToken } from '../../derived-secrets.ts';
import { codeOf, connectionErrorReason } from '../connection-error.ts';
import { type Check, CheckFailed, fetchOrNull } from './check.ts';

const PATIENCE_MS = 5_000;

async function askBase(baseUrl: string, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(baseUrl + PROXY_DIAGNOSTICS_PATH, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    const why = connectionErrorReason(cause) ?? (codeOf(cause) || (cause as Error).message);
    throw new CheckFailed(
      `${baseUrl} (OUTSTEP_BASE_URL) cannot be reached from here: ${why}; is outstep serve running, and does the proxy in front of it forward to it?`,
    );
  }
}

async function readSeen(answer: Response, baseUrl: string): Promise<ProxyDiagnostics> {
  if (answer.status >= 300 && answer.status < 400)
    throw new CheckFailed(
      `${baseUrl} redirects to ${answer.headers.get('location')}; set OUTSTEP_BASE_URL to the final URL`,
    );
  const seen = (answer.ok ? await answer.json().catch(() => null) : null) as Partial<ProxyDiagnostics> | null;
  if (typeof seen?.client !== 'string')
    throw new CheckFailed(
      `something else responds at ${baseUrl} (status ${answer.status}): another server, or Outstep with another master key`,
    );
  return seen as ProxyDiagnostics;
}

/** Callers must be distinguishable by address, for attempt limits, keys and the audit log. */
function faultOfProxy({ peer, client, forwardedFor }: ProxyDiagnostics, isTrusting: boolean): string | null {
  // The second condition holds if the proxy is on this machine.
  if (client !== peer || (isTrusting && forwardedFor === peer)) return null;
  if (forwardedFor !== null)
    return `a proxy at ${peer} sends X-Forwarded-For but is not trusted: set OUTSTEP_TRUSTED_PROXIES=${peer}`;
  return isTrusting
    ? `${peer} calls the API without X-Forwarded-For, which the proxies in OUTSTEP_TRUSTED_PROXIES must send`
    : null;
}

/** From a network reserved for examples (RFC 5737), so no real caller uses it. */
const NOBODY = '192.0.2.1';

/** A caller's claim about their own address must not be trusted. */
const faultOfForging = ({ client, peer }: ProxyDiagnostics): string | null =>
  client === NOBODY
    ? `callers can forge their address: the proxy at ${peer} passes on their own X-Forwarded-For; it must replace it with their address or append that address to it`
    : null;

const isHere = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

export const baseUrl: Check = async ({ baseUrl, masterKey, trustedProxies }) => {
  const look = async (headers: Record<string, string>) => {
    const token = doctorToken(masterKey, Date.now());
    return readSeen(await askBase(baseUrl, { ...headers, [DOCTOR_HEADER]: token }), baseUrl);
  };
  const seen = await look({});
  // If only the connecting address is trusted, nothing can be forged.
  const isBelieved = seen.client !== seen.peer;
  const fault =
    faultOfProxy(seen, trustedProxies.length > 0) ??
    (isBelieved ? faultOfForging(await look({ 'x-forwarded-for': NOBODY })) : null);
  if (fault) throw new CheckFailed(fault);
  const said = `the API sees ${seen.scheme}://${seen.host}, called from ${seen.client}`;
  return isHere(new URL(baseUrl).hostname)
    ? `${baseUrl} can be reached from this machine only; ${said}`
    : `${baseUrl} responds; ${said}`;
};

/** Avoids the server's own message, because some servers repeat the password. */
function mailErrorText(error: Error & { responseCode?: number }): string {
  if (codeOf(error) === 'EAUTH') return 'it rejects the login';
  return (
    connectionErrorReason(error) ?? (error.responseCode ? `it returns ${error.responseCode}` : error.message)
  );
}

export const mail: Check = async ({ mailUrl }) => {
  if (mailUrl === null)
    return 'not configured (OUTSTEP_MAIL_URL): the app shows invitation and password reset links so that they can be passed on';
  const { host } = new URL(mailUrl);
  await verifyMailServer(mailUrl).catch((error) => {
    throw new CheckFailed(
      `the mail server ${host} (OUTSTEP_MAIL_URL) cannot be used: ${mailErrorText(error)}`,
    );
  });
  return `${host} accepts emails from the app`;
};

export const mailProviders: Check = async ({ mailboxes }) => {
  const configured = Object.entries(mailboxes).flatMap(([name, settings]) =>
    settings ? [{ name, issuerUrl: settings.issuerUrl }] : [],
  );
  if (configured.length === 0)
    return 'not configured (OUTSTEP_GOOGLE_CLIENT_ID, OUTSTEP_MICROSOFT_CLIENT_ID): stores can send only through SMTP servers';
  for (const { name, issuerUrl } of configured)
    if (!(await fetchOrNull(`${issuerUrl}/.well-known/openid-configuration`))?.ok)
      throw new CheckFailed(
        `${name} does not respond at ${issuerUrl}; mailboxes there cannot be connected or used`,
      );
  return `${configured.map(({ name }) => name).join(' and ')} can be reached`;
};
