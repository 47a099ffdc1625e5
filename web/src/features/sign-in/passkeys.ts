import { authApi } from '../../api/client.ts';

/** Requires the browser's own JSON conversion for passkeys, so that no library is needed. */
export const passkeysSupported = () =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** The person closed the browser's dialog, or no passkey matched. */
export class PasskeyCanceled extends Error {}

async function requireCredential(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await ask().catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCanceled();
  return credential;
}

/** The passkey's response to the server's challenge. */
export async function askForPasskey(): Promise<object> {
  const options = await authApi.get<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
    { needsSession: false },
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return (await requireCredential(() => navigator.credentials.get({ publicKey }))).toJSON();
}

export async function signInWithPasskey(): Promise<void> {
  const response = await askForPasskey();
  await authApi.post('/passkey/verify-authentication', { response }, { needsSession: false });
}

export async function addPasskey(name: string): Promise<void> {
  const options = await authApi.get<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
    { query: { name } },
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await requireCredential(() => navigator.credentials.create({ publicKey }));
  await authApi.post('/passkey/verify-registration', { response: credential.toJSON(), name });
}
