import { beforeAll, describe, expect, test } from 'vitest';
import { type Appearance, pagePaths } from '../harness/app.ts';
import { type Inspector, newInspector } from '../harness/app-inspect.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();
let store: FilledStore;
let inspector: Inspector;

beforeAll(async () => {
  store = await emptyStore(browser, origin);
});
const inspectAs =
  (who: 'owner' | 'nobody', seenIn?: [Appearance], mayBeRefused = false) =>
  async () => {
    inspector = await newInspector(browser, {
      mayBeRefused,
      ...(who === 'owner' && { state: store.state }),
      ...(seenIn && { seenIn }),
    });
    return () => inspector.page.context().close();
  };

describe('empty pages are accessible', () => {
  beforeAll(inspectAs('owner', [{ device: 'phone', scheme: 'dark' }]));
  test.each(pagePaths)('%s', async (path) => {
    expect(await inspector.inspect(`${origin}/stores/${store.id}/${path}`)).toEqual([]);
  });
});

describe('pages are accessible when the server fails', () => {
  beforeAll(inspectAs('owner', [{ device: 'desktop', scheme: 'light' }], true));
  beforeAll(() =>
    inspector.page.route('**/app/api/stores/*/**', (route) =>
      route.fulfill({ status: 409, json: { error: 'not now' } }),
    ),
  );
  test.each(pagePaths)('%s', async (path) => {
    expect(await inspector.inspect(`${origin}/stores/${store.id}/${path}`)).toEqual([]);
  });
});

describe('pages before sign-in are accessible', () => {
  beforeAll(inspectAs('nobody', undefined, true));
  test.each([
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password?token=a',
    '/reset-password',
    '/invitations/none',
  ])('%s', async (path) => {
    expect(await inspector.inspect(origin + path)).toEqual([]);
  });
});

describe('account pages are accessible', () => {
  beforeAll(inspectAs('owner', undefined, true));
  test.each(['/account', '/new-store', '/stores/none', '/nowhere'])('%s', async (path) => {
    expect(await inspector.inspect(origin + path)).toEqual([]);
  });
});
