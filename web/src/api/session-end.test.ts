import { afterEach, expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { onMissingAuth, withSession } from './session-end.ts';

let stop = () => {};
afterEach(() => stop());

const signedOut = () => new ApiError(401, 'you are not signed in; sign in and try again');

/** Rejects with each error in turn, and finally resolves. */
function calls(answers: (Error | string)[]) {
  return async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

test('a call without a session continues after signing in, however often that is', async () => {
  let asked = 0;
  stop = onMissingAuth('session', async () => {
    asked++;
    return true;
  });
  expect(await withSession(calls([signedOut(), signedOut(), 'saved']))).toBe('saved');
  expect(asked).toBe(2);
});

test('rejects with the error if the person cancels signing in, or no prompt is registered', async () => {
  await expect(withSession(calls([signedOut()]))).rejects.toMatchObject({ status: 401 });
  stop = onMissingAuth('session', async () => false);
  await expect(withSession(calls([signedOut()]))).rejects.toMatchObject({ status: 401 });
});

test('other errors do not prompt', async () => {
  stop = onMissingAuth('session', () => Promise.reject(new Error('asked')));
  await expect(withSession(calls([new ApiError(403, 'no')]))).rejects.toMatchObject({ status: 403 });
});

test('an aborted call stops waiting', async () => {
  stop = onMissingAuth('session', () => new Promise(() => {}));
  const stopped = new AbortController();
  const waiting = withSession(calls([signedOut()]), stopped.signal);
  stopped.abort(new Error('left the page'));
  await expect(waiting).rejects.toThrow('left the page');
});

test('a call that needs a recent confirmation prompts for confirmation, not for sign-in', async () => {
  const stopSession = onMissingAuth('session', () => Promise.reject(new Error('asked')));
  stop = onMissingAuth('proof', async () => true);
  const stale = new ApiError(
    401,
    "confirm it's you and try again",
    null,
    new Headers({ 'WWW-Authenticate': 'Bearer error="insufficient_user_authentication"' }),
  );
  expect(await withSession(calls([stale, 'exported']))).toBe('exported');
  stopSession();
});
