import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contextOptions, newEmail, PASSWORD, pageSettled } from '../harness/app.ts';
import { chooseFromList } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

const maria = newEmail('maria');

const newContext = (locale?: string): Promise<BrowserContext> =>
  browser.newContext(contextOptions({ device: 'desktop', scheme: 'light' }, locale));

/** Presses Tab until the control with this name has focus, like someone without a mouse. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'combobox', name: string | RegExp) {
  const wanted = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return wanted;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way with Tab to ${role} ${name}`);
}

async function type(page: Page, name: string | RegExp, text: string) {
  await tabTo(page, 'textbox', name);
  await page.keyboard.type(text);
}

async function press(page: Page, role: 'button' | 'link', name: string | RegExp) {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

test('by keyboard: signs up, creates a store, invites a member who joins in German, signs out', async () => {
  const owner = await newContext();
  const page = await owner.newPage();
  await page.goto(origin);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await press(page, 'link', 'Create one');
  await type(page, 'Your name', 'Maria Lindqvist');
  await type(page, 'Email', maria);
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type('too short');
  await page.keyboard.press('Enter');
  await page.getByText('Use at least 12 characters', { exact: true }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Create your first store' }).waitFor();
  await type(page, 'Store name', 'Tea & Co.');
  await page.keyboard.press('Enter');
  await press(page, 'link', 'Team');
  await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search pages, actions and records' }).waitFor();
  await page.keyboard.type('invite');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite team member' });
  await dialog.waitFor();
  const jonas = newEmail('jonas');
  await page.keyboard.type(jonas.replace('jonas', 'Jonas'));
  await page.keyboard.press('Enter');
  const link = await page.getByRole('region', { name: 'Invitation link' }).textContent();
  expect(link).toMatch(new RegExp(`^${origin}/invitations/`));
  await press(page, 'button', 'I’ve copied it');
  await page.getByRole('table', { name: 'Open invitations' }).getByText(jonas).waitFor();

  const colleague = await newContext('de-DE');
  const theirs = await colleague.newPage();
  await theirs.goto(link ?? '');
  await theirs.getByRole('heading', { name: 'Tea & Co. beitreten' }).waitFor();
  expect(await theirs.getByRole('textbox', { name: 'E-Mail-Adresse' }).inputValue()).toBe(jonas);
  await type(theirs, 'Ihr Name', 'Jonas Weber');
  await type(theirs, 'Passwort', PASSWORD);
  await theirs.keyboard.press('Enter');
  await press(theirs, 'link', 'Team');
  const team = theirs.getByRole('table', { name: 'Mitglieder' });
  await team.getByText('Maria Lindqvist').waitFor();
  expect(await theirs.evaluate('document.documentElement.lang')).toBe('de');
  // An editor sees roles and can neither change them nor invite anyone.
  expect(await team.getByRole('cell', { name: 'Bearbeiter', exact: true }).count()).toBe(1);
  expect(await theirs.getByRole('button', { name: 'Einladen' }).count()).toBe(0);

  await page.reload();
  await tabTo(page, 'combobox', 'Role of Jonas Weber');
  await chooseFromList(page, page.getByRole('combobox', { name: 'Role of Jonas Weber' }), /^Viewer/);
  await page.getByText('Jonas Weber now has the “Viewer” role').waitFor();
  await theirs.reload();
  await team.getByRole('cell', { name: 'Betrachter', exact: true }).waitFor();
  expect(await theirs.getByRole('link', { name: 'Aktivitätsprotokoll' }).count()).toBe(0);

  await press(page, 'button', /^Account menu/);
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor();
  await page.keyboard.press('End');
  await page.locator('[role=menuitem]:focus', { hasText: 'Sign out' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${origin}/account`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/account');
  await type(page, 'Email', maria);
  await type(page, 'Password', 'not the password');
  await page.keyboard.press('Enter');
  await page.getByText('Incorrect email or password.').waitFor();
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor();
  await owner.close();
  await colleague.close();
});

nightlyOnly(
  'adds a passkey and signs in with it; signing out elsewhere leads to the sign-in page',
  async () => {
    const context = await newContext();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const aiko = newEmail('aiko');
    await page.goto(`${origin}/sign-up?next=/account`);
    await type(page, 'Your name', 'Aiko Tanaka');
    await type(page, 'Email', aiko);
    await type(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await press(page, 'button', 'Add passkey');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor();

    await context.clearCookies();
    await page.reload();
    await press(page, 'button', 'Sign in with a passkey');
    await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor();

    // The same passkey, used over the open page, lets the call continue.
    await context.clearCookies();
    await press(page, 'button', 'Sign out all other devices');
    const again = page.getByRole('dialog', { name: 'Your session has expired' });
    await again.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('All other devices signed out').waitFor();
    await again.waitFor({ state: 'detached' });

    const elsewhere = await newContext();
    const other = await elsewhere.newPage();
    await other.goto(`${origin}/sign-in?next=/account`);
    await type(other, 'Email', aiko);
    await type(other, 'Password', PASSWORD);
    await other.keyboard.press('Enter');
    await press(other, 'button', 'Sign out all other devices');
    await other.getByText('All other devices signed out').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
    await elsewhere.close();
  },
);

nightlyOnly('sign-in never redirects to another host', async () => {
  const context = await newContext();
  const page = await context.newPage();
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    await context.clearCookies();
    await page.goto(`${origin}/sign-up?next=${encodeURIComponent(next)}`);
    await type(page, 'Your name', 'Eve');
    await type(page, 'Email', newEmail('eve'));
    await type(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create your first store' }).waitFor();
    expect(new URL(page.url()).origin).toBe(origin);
  }
  await context.close();
});

test('puts the skip link first and focuses the heading after navigation', async () => {
  const context = await newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in`);
  await type(page, 'Email', maria);
  await type(page, 'Password', PASSWORD);
  await page.keyboard.press('Enter');
  await press(page, 'link', 'Team');
  await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
  await page.reload();
  await pageSettled(page);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
  await page.getByRole('link', { name: 'Audit log' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.locator('h1:focus').waitFor();
  expect(await page.title()).toBe('Audit log · Outstep');
  await context.close();
});
