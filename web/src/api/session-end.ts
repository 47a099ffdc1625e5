/** Asks the person to sign in again. `true` once they have, `false` if they would rather not now. */
type AskToSignIn = () => Promise<boolean>;

let askToSignIn: AskToSignIn | null = null;

/** While somebody listens, a call that finds the session ended waits for them. Returns how to stop. */
export function onSessionEnd(ask: AskToSignIn): () => void {
  askToSignIn = ask;
  return () => {
    if (askToSignIn === ask) askToSignIn = null;
  };
}

const isSignedOut = (error: unknown) => (error as { status?: unknown } | null)?.status === 401;

/** Rejects as soon as the caller gives up. */
const givenUp = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Does what needs a session, and does it again after the person has signed in again. */
export async function withSession<T>(
  attempt: () => Promise<T>,
  signal: AbortSignal | undefined = undefined,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isSignedOut(error) || !askToSignIn) throw error;
      const signedIn = askToSignIn();
      if (!(await (signal ? Promise.race([signedIn, givenUp(signal)]) : signedIn))) throw error;
    }
  }
}
