import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appCall,
  contextOptions,
  findingsAtNight,
  newEmail,
  overflows,
  PASSWORD,
  show,
  signUp,
} from '../harness/app.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { compareScreenshot } from '../harness/picture.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { codeOf, earlierCode, wrongCode } from '../harness/totp.ts';

const { browser, origin, outstep } = await sharedApp();

const desktop = { device: 'desktop', scheme: 'light' } as const;

async function newPerson(locale = 'en-GB') {
  const context = await browser.newContext(contextOptions(desktop, locale));
  const email = newEmail();
  await signUp(context, origin, 'Maria Lindqvist', email);
  const { id } = await appCall<{ id: string }>(context, origin, 'POST', '/app/api/stores', { name: 'Tea' });
  return { context, email, storeId: id, page: await context.newPage() };
}

/** Moves their last proof of identity to an hour ago. */
const age = (email: string) =>
  withClient(outstep.env['DATABASE_URL'] as string, (client) =>
    client.query(
      "update people_sessions s set proven_at = now() - interval '1 hour' from people p where p.id = s.person_id and email = $1",
      [email],
    ),
  );

/** Whatever is open is accessible, on both devices and in both color schemes. */
async function inspect(page: Page, picture: string) {
  for (const look of [{ device: 'phone', scheme: 'dark' } as const, desktop]) {
    await show(page, look);
    expect(await findingsAtNight(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await compareScreenshot(page, `${picture}-${look.device}`);
  }
}

const keyShown = async (page: Page) => {
  const text = await page.getByRole('region', { name: 'Setup key' }).textContent();
  return `otpauth://totp/x?secret=${text?.replaceAll(' ', '')}`;
};

test('enables a second factor with recovery codes, then asks for it at sign-in and step-up', async () => {
  const { page, email, storeId, context } = await newPerson();
  await page.goto(`${origin}/account`);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('Incorrect password.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const uri = await keyShown(page);
  await inspect(page, 'second-factor-scan');
  await dialog.getByLabel('Code', { exact: true }).fill(wrongCode(uri));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('This code is incorrect, expired or already used.').waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(await earlierCode(uri));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = await dialog.getByRole('region', { name: 'Recovery codes' }).textContent();
  expect(codes?.trim().split('\n')).toHaveLength(10);
  await inspect(page, 'second-factor-recovery-codes');
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
  await page.getByRole('button', { name: 'New recovery codes' }).waitFor();
  await inspect(page, 'account-second-factor');

  await context.clearCookies();
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  await inspect(page, 'sign-in-code');
  await page.getByLabel('Code', { exact: true }).fill(wrongCode(uri));
  await page.keyboard.press('Enter');
  await page.getByText('This code is incorrect, expired or already used.').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes?.split('\n')[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Sign in' }).waitFor();

  await age(email);
  await page.goto(`${origin}/stores/${storeId}/developer?new=1`);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await page.keyboard.press('Enter');
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.waitFor();
  await inspect(page, 'step-up-code');
  await proof
    .getByLabel('Code', { exact: true })
    .fill(wrongCode(uri).split('').reverse().join('').replace(/^./, '7'));
  await proof.getByRole('button', { name: 'Continue' }).click();
  await proof.getByText('This code is incorrect, expired or already used.').waitFor();
  await proof.getByLabel('Code', { exact: true }).fill(codeOf(uri));
  await proof.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(/^fak_/).first().waitFor();
});

nightlyOnly(
  'in German, by password: canceling says what was not done; an export follows the proof',
  async () => {
    const { page, email, storeId } = await newPerson('de-DE');
    await page.goto(`${origin}/stores/${storeId}/audit-log`);
    const download = page.getByRole('link', { name: 'Exportieren' });
    await download.waitFor();
    await age(email);
    await download.click();
    const proof = page.getByRole('dialog', { name: 'Bestätigen Sie, dass Sie es sind' });
    await proof.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByText('Das wurde nicht ausgeführt', { exact: false }).waitFor();
    await download.click();
    await proof.getByLabel('Passwort', { exact: true }).waitFor();
    await inspect(page, 'step-up-password-de');
    await proof.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      proof.getByRole('button', { name: 'Weiter' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('audit-log.jsonl');
  },
);

test('asks for a code before changing the password (contract: The app 12)', async () => {
  const { page, email, context } = await newPerson();
  const post = <T>(path: string, body: object) =>
    appCall<T>(context, origin, 'POST', `/app/auth${path}`, body);
  const { totpURI: uri } = await post<{ totpURI: string }>('/two-factor/enable', { password: PASSWORD });
  await post('/two-factor/verify-totp', { code: await earlierCode(uri) });
  await age(email);
  await page.goto(`${origin}/account`);
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('another long password');
  const change = page.getByRole('button', { name: 'Change password', exact: true });
  await change.click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Nothing was changed. Confirm it’s you and try again.').waitFor();
  await change.click();
  await proof.getByLabel('Code', { exact: true }).fill(codeOf(uri));
  await proof.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Password changed. Your other devices are signed out').waitFor();
  await post('/two-factor/disable', { password: 'another long password' });
});

nightlyOnly("accepts one's own passkey as proof and rejects another person's", async () => {
  const { page, email, context } = await newPerson();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.goto(`${origin}/account`);
  const addPasskey = async () => {
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('dialog', { name: 'Add passkey' }).getByLabel('Passkey name').fill('Laptop');
    await page.keyboard.press('Enter');
  };
  await addPasskey();
  await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
  await age(email);
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('No passkeys yet.').waitFor();
  expect(await appCall(context, origin, 'GET', '/app/api/step-up')).toEqual({});

  // The browser still has the removed passkey, which the server has deleted.
  await age(email);
  await addPasskey();
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await proof.getByText('This passkey', { exact: false }).waitFor();
});
