import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, ownAddress } from '../harness/app.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin: base } = await sharedApp();

/** Sent from a page of the app, as the app does. */
const send = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(path, {
        method,
        headers: { 'x-outstep-app': '1', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary content
      return { status: answer.status, body: (await answer.json()) as any };
    },
    [method, path, body] as const,
  );

/** Code that runs in the page, where there are credentials; this side has no types for them. */
const inPage = (page: Page, verb: string, parse: string, options: unknown) =>
  page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.${parse}(${JSON.stringify(options)});
    return (await navigator.credentials.${verb}({ publicKey })).toJSON();
  })()`);

const person = { name: 'Maria', email: newEmail(), password: 'correct horse battery staple' };

test('200 for a sign-in with a passkey alone, and 401 with one that was deleted', async () => {
  const page = await (await browser.newContext(ownAddress())).newPage();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.goto(`${base}/healthz`);
  expect((await send(page, 'POST', '/app/auth/sign-up/email', person)).status).toBe(200);
  expect((await send(page, 'POST', '/app/auth/sign-in/email', person)).status).toBe(200);

  const creation = await send(page, 'GET', '/app/auth/passkey/generate-register-options');
  const created = await inPage(page, 'create', 'parseCreationOptionsFromJSON', creation.body);
  const kept = await send(page, 'POST', '/app/auth/passkey/verify-registration', { response: created });
  expect(kept, JSON.stringify(kept)).toMatchObject({ status: 200 });
  expect((await send(page, 'POST', '/app/auth/sign-out', {})).status).toBe(200);
  expect((await send(page, 'GET', '/app/api/session')).status).toBe(401);

  const signIn = async () => {
    const asked = await send(page, 'GET', '/app/auth/passkey/generate-authenticate-options');
    const response = await inPage(page, 'get', 'parseRequestOptionsFromJSON', asked.body);
    return {
      response,
      answer: await send(page, 'POST', '/app/auth/passkey/verify-authentication', { response }),
    };
  };
  const { response, answer } = await signIn();
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 });
  expect((await send(page, 'GET', '/app/api/session')).body.person.email).toBe(person.email);

  // A used signature is not accepted a second time.
  await send(page, 'POST', '/app/auth/sign-out', {});
  const again = await send(page, 'POST', '/app/auth/passkey/verify-authentication', { response });
  expect(again.status).toBeGreaterThanOrEqual(400);
  expect((await send(page, 'GET', '/app/api/session')).status).toBe(401);

  await signIn();
  const { id } = kept.body;
  expect((await send(page, 'POST', '/app/auth/passkey/delete-passkey', { id })).status).toBe(200);
  await send(page, 'POST', '/app/auth/sign-out', {});
  expect((await signIn()).answer.status).toBe(401);
});
