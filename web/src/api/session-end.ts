/** Asks the person to sign in again, or to prove that it is them. `true` once they have, `false` if they would rather not. */
type AskToSignIn = () => Promise<boolean>;

/** Why a call was rejected: the session has ended, or the action needs a recent confirmation. */
export type MissingAuth = 'session' | 'proof';

const signInPrompts: Record<MissingAuth, AskToSignIn | null> = { session: null, proof: null };

/** While somebody listens, a call that lacks this waits for them. Returns how to stop. */
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
 * Does what needs a session, and does it again after the person has signed in again or proven who they are
 * (contract: The app 6).
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
