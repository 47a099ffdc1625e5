import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOptions, launchChromium, pagePaths, settled } from '../harness/app.ts';
import { emptyStore } from '../harness/app-store.ts';
import { freePort } from '../harness/free-port.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';

const KB = 1024;
const firstPage = pagePaths[0];

let outstep: Outstep;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  outstep = await startOutstep({ env: { PORT: String(port), OUTSTEP_BASE_URL: origin } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await outstep?.close();
});

const web = new URL('../../../web/', import.meta.url);

test('every component of the library that the app uses has its stylesheet', async () => {
  const styles = await readFile(new URL('src/styles.css', web), 'utf8');
  const known = await readdir(new URL('../node_modules/@mantine/core/styles/', web));
  const missing = new Set<string>();
  for (const file of await readdir(new URL('src/', web), { recursive: true })) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = await readFile(new URL(`src/${file}`, web), 'utf8');
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? [];
    for (const name of names.match(/\w+/g) ?? [])
      if (known.includes(`${name}.layer.css`) && !`${styles}${source}`.includes(`/${name}.layer.css`))
        missing.add(name);
  }
  expect([...missing]).toEqual([]);
});

const phone = contextOptions({ device: 'phone', scheme: 'light' });

/** Everything that a browser which has never been here fetches until the page stands, gzipped. */
async function firstLoad(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const fetched: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/app/')) fetched.push(response.body());
  });
  await page.goto(origin + path);
  await settled(page);
  await context.close();
  const bytes = (await Promise.all(fetched)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  console.log(`first load of ${path}: ${fetched.length} files, ${(bytes / 1024).toFixed(0)} KB gzipped`);
  return bytes;
}

test('the first load is below 250 KB gzipped, and that of who is signed in already below 270', async () => {
  expect(await firstLoad(await browser.newContext(phone), '/sign-in')).toBeLessThan(250 * KB);
  const { id, state } = await emptyStore(browser, origin, 'light@tea.example');
  const signedIn = await browser.newContext({ ...phone, storageState: state });
  expect(await firstLoad(signedIn, `/stores/${id}/${firstPage}`)).toBeLessThan(270 * KB);
});

test('the first page can be used with the CPU slowed 4 times; how soon is said', async () => {
  const { id, state } = await emptyStore(browser, origin, 'slow@tea.example');
  const context = await browser.newContext({ ...phone, storageState: state });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const started = performance.now();
  await page.goto(`${origin}/stores/${id}/${firstPage}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  console.log(`a menu of the first page is open after ${Math.round(performance.now() - started)} ms`);
  await context.close();
});
