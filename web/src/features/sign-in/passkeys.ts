import { authApi } from '../../api/client.ts';

/** The browser turns the server's JSON into what it needs, and back: no library between. */
export const passkeysSupported = () =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** The person closed the browser's window, or no passkey fitted. */
export class PasskeyCancelled extends Error {}

async function requireCredential(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await ask().catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled();
  return credential;
}

export async function signInWithPasskey(): Promise<void> {
  const options = await authApi.get<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
    { needsSession: false },
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await requireCredential(() => navigator.credentials.get({ publicKey }));
  const response = credential.toJSON();
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
