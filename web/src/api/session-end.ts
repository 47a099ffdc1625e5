/** Asks the person to sign in again, or to confirm that it's them. Resolves with `false` if they cancel. */
type AskToSignIn = () => Promise<boolean>;

/** Why a call was rejected: the session has ended, or the action needs a recent confirmation. */
export type MissingAuth = 'session' | 'proof';

const signInPrompts: Record<MissingAuth, AskToSignIn | null> = { session: null, proof: null };

/**
 * Registers the prompt for calls rejected for this reason; they wait for it. Returns the function that
 * unregisters it.
 */
export function onMissingAuth(lack: MissingAuth, ask: AskToSignIn): () => void {
  signInPrompts[lack] = ask;
  return () => {
    if (signInPrompts[lack] === ask) signInPrompts[lack] = null;
  };
}

function askFor(error: unknown): AskToSignIn | null {
  const { status, needsProof } = (error ?? {}) as { status?: unknown; needsProof?: unknown };
  return status === 401 ? signInPrompts[needsProof ? 'proof' : 'session'] : null;
}

/** Rejects as soon as the caller gives up. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/**
 * Runs a call that needs a session, and repeats it after the person has signed in again or confirmed who they
 * are (contract: The app 6).
 */
export async function withSession<T>(
  attempt: () => Promise<T>,
  signal: AbortSignal | undefined = undefined,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const ask = askFor(error);
      if (!ask) throw error;
      const asked = ask();
      if (!(await (signal ? Promise.race([asked, rejectOnAbort(signal)]) : asked))) throw error;
    }
  }
}
