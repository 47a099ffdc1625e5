/**
 * What a caller must have proven before the auth library handles a path. The library itself checks passwords,
 * codes, passkeys and links in the call.
 *
 * - `none`: the caller need not be signed in.
 * - `session`: a session, however old its last proof is.
 * - `step-up-with-second-factor`: a session, and a recent sign-in or step-up if two-factor authentication is
 *   on. These calls carry the password, which is enough proof without a second factor.
 * - `step-up`: a session with a recent sign-in or step-up.
 */
export type RequiredProof = 'none' | 'session' | 'step-up-with-second-factor' | 'step-up';

const RULES = {
  'POST /sign-up/email': 'none',
  'POST /sign-in/email': 'none',
  'POST /sign-out': 'none',
  'POST /request-password-reset': 'none',
  'POST /reset-password': 'none',
  'POST /change-password': 'step-up-with-second-factor',
  'POST /update-user': 'session',
  'GET /get-session': 'session',
  'GET /list-sessions': 'session',
  'POST /revoke-session': 'session',
  'POST /revoke-other-sessions': 'session',
  'POST /two-factor/enable': 'step-up-with-second-factor',
  'POST /two-factor/disable': 'step-up',
  'POST /two-factor/generate-backup-codes': 'step-up',
  // The second half of a sign-in; in a session, the call that turns on two-factor authentication.
  'POST /two-factor/verify-totp': 'none',
  'POST /two-factor/verify-backup-code': 'none',
  'GET /passkey/generate-register-options': 'step-up',
  'POST /passkey/verify-registration': 'step-up',
  'GET /passkey/generate-authenticate-options': 'none',
  'POST /passkey/verify-authentication': 'none',
  'GET /passkey/list-user-passkeys': 'session',
  'POST /passkey/delete-passkey': 'step-up',
} as const satisfies Record<`${'GET' | 'POST'} /${string}`, RequiredProof>;

/**
 * Every callable path of the auth library, by method and path. All others return 404 (contract: The app 20).
 */
export const AUTH_RULES: ReadonlyMap<string, RequiredProof> = new Map(Object.entries(RULES));
