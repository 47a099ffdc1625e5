import { beforeAll, describe, expect, test } from 'vitest';
import { looks, pagePaths } from '../harness/app.ts';
import { type Inspector, newInspector } from '../harness/app-inspect.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();
let store: FilledStore;
let inspector: Inspector;

beforeAll(async () => {
  store = await emptyStore(browser, origin);
});
const inspectWith = (look: (typeof looks)[number], asOwner: boolean) => async () => {
  inspector = await newInspector(browser, look, asOwner ? store.state : undefined);
  return () => inspector.page.context().close();
};

describe('every page with nothing in it is for everybody', () => {
  beforeAll(inspectWith({ device: 'phone', scheme: 'dark' }, true));
  test.each(pagePaths)('%s', async (path) => {
    expect(await inspector.inspect(`${origin}/stores/${store.id}/${path}`)).toEqual([]);
  });
});

describe('every page is for everybody when the server fails', () => {
  beforeAll(inspectWith({ device: 'desktop', scheme: 'light' }, true));
  beforeAll(() =>
    inspector.page.route('**/app/api/stores/*/**', (route) =>
      route.fulfill({ status: 409, json: { error: 'not now' } }),
    ),
  );
  test.each(pagePaths)('%s', async (path) => {
    expect(await inspector.inspect(`${origin}/stores/${store.id}/${path}`)).toEqual([]);
  });
});

describe.each(looks)('pages before signing in are for everybody: $device, $scheme', (look) => {
  beforeAll(inspectWith(look, false));
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

describe.each(looks)('pages of a person are for everybody: $device, $scheme', (look) => {
  beforeAll(inspectWith(look, true));
  test.each(['/account', '/new-store', '/stores/none', '/nowhere'])('%s', async (path) => {
    expect(await inspector.inspect(origin + path)).toEqual([]);
  });
});
