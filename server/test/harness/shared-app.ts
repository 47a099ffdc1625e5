import type { Browser } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { launchChromium } from './app.ts';
import { fillAsDemo } from './app-demo.ts';
import { startEngine } from './engine.ts';
import { freePort } from './free-port.ts';
import { type GitHub, startGitHub } from './github/github.ts';
import { readMetrics } from './metrics.ts';
import { startNameServer, type ZoneRule } from './name-server.ts';
import { type Outstep, startOutstep } from './outstep.ts';
import { startWorker } from './process.ts';
import { noop, startOnce } from './shared.ts';
import { newTestStack, type TestStack } from './test-stack.ts';

/** What browser test files share in one process; each file creates its own people and stores. */
export interface SharedApp extends ServedApp {
  browser: Browser;
}

/** The same for tests with their own browser. */
interface ServedApp {
  outstep: Outstep;
  origin: string;
  /** Reads the product's metrics. */
  metrics(): Promise<string>;
  github: GitHub;
  /** DNS records by name; each file adds its own names. */
  zone: Record<string, ZoneRule>;
}

const enginePort = startOnce('a port', freePort);

const browserOfProcess = startOnce('a shared Chromium', launchChromium);

export const servedApp = startOnce('a shared product with the app', async (): Promise<ServedApp> => {
  const [port, ingressPort, github] = await Promise.all([freePort(), enginePort(), startGitHub()]);
  const metricsPort = await freePort();
  const zone: Record<string, ZoneRule> = {};
  const names = await startNameServer(zone, await freePort());
  const origin = `http://localhost:${port}`;
  const outstep = await startOutstep({
    env: {
      ...{ PORT: String(port), OUTSTEP_BASE_URL: origin },
      // Every person has their own IP address, because one address may sign up ten times a minute.
      ...{ OUTSTEP_TRUSTED_PROXIES: '127.0.0.1', OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8' },
      ...{ GITHUB_API_URL: github.url, OUTSTEP_DNS_SERVERS: `127.0.0.1:${names.port}` },
      OUTSTEP_METRICS_PORT: String(metricsPort),
      RESTATE_INGRESS_URL: `http://127.0.0.1:${ingressPort}`,
    },
  });
  const metrics = () => readMetrics(metricsPort);
  return { outstep: { ...outstep, close: noop }, origin, metrics, github, zone };
});

/**
 * ID of a store like the demo's, on this test process's shared instance. Tests read it without changing it.
 */
export const storeWithHistory = startOnce('a store with a month of history', async () => {
  const { outstep } = await servedApp();
  const storeId = await outstep.newStore();
  await fillAsDemo(outstep, storeId);
  return storeId;
});

const worksOfProcess = startOnce('engine and worker of the shared app', async () => {
  const engine = await startEngine(await enginePort());
  const { outstep } = await servedApp();
  const worker = await startWorker({ ...outstep.env, ...engine.env });
  return { outstep, engine, worker, close: noop };
});

/** Logs the visible content of each page, without the frame around every page, and the focus. */
async function tellPages(browser: Browser, test: string) {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const main = page.getByRole('main');
    const shown = (await main.count()) > 0 ? main : page.locator('body');
    const text = await shown.ariaSnapshot({ timeout: 5000 }).catch((error) => `cannot be read: ${error}`);
    const focus = await page
      .locator('*:focus')
      .evaluateAll(([element]) => element?.outerHTML.slice(0, 200))
      .catch((error) => `cannot be read: ${error}`);
    console.log(`${test}: ${page.url()}\n${text.slice(0, 6000)}\nfocus: ${focus}\n`);
  }
}

/** The Chromium of this test process; contexts that a file has opened are closed after the file. */
export function sharedBrowser(): Promise<Browser> {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellPages(await browserOfProcess(), task.name);
  });
  afterAll(async () => {
    const browser = await browserOfProcess();
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  return browserOfProcess();
}

/** This test process's shared instance, with Chromium. */
export async function sharedApp(): Promise<SharedApp> {
  const [browser, app] = await Promise.all([sharedBrowser(), servedApp()]);
  return { ...app, browser };
}

/** The same with engine and worker, and with the file's own store and target. */
export const appTestStack = async (): Promise<TestStack> => newTestStack(await worksOfProcess());
