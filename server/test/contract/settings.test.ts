import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingText } from '../../src/features/library/settings/settings.rules.ts';
import { settingsOf } from '../../src/features/library/settings/settings.store.ts';
import { expectOneLineError } from '../faults/command-line.ts';
import { addFile, pngOf } from '../harness/files.ts';
import type { Outstep } from '../harness/outstep.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let storeId: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  storeId = await outstep.newStore();
});
afterAll(() => outstep?.close());

const run = (...texts: string[]) =>
  runOutstep(outstep.env, ['settings', 'set', '--store', storeId, ...texts, '--json']);
const set = async (store: string, ...settings: string[]) =>
  ((await outstep.operator(store, 'set_settings', { settings })) as { settings: Record<string, string> })
    .settings;
const readSettings = (store = storeId) => settingsOf(outstep.core.database.forStore(store));

describe('settings set', () => {
  test('sets several settings, prints all, and removes empty ones', async () => {
    const texts = {
      companyDetails: 'Shop Ltd\n1 Main Street',
      'companyDetails.de': 'Laden GmbH',
      unsubscribeText: 'No more? {{- unsubscribe_link -}}',
    };
    const first = await run(
      `companyDetails=${texts.companyDetails}`,
      'companyDetails.DE=Laden GmbH',
      `unsubscribeText=${texts.unsubscribeText}`,
    );
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({ settings: texts });

    const second = await run('companyDetails.de=', 'unsubscribeLinkLabel.pt_BR=Sair', 'logo=');
    const { 'companyDetails.de': _, ...rest } = texts;
    const after = { ...rest, 'unsubscribeLinkLabel.pt-br': 'Sair' };
    expect(JSON.parse(second.stdout)).toEqual({ settings: after });
    expect(Object.fromEntries(await readSettings())).toEqual(after);
    expect(settingText(await readSettings(), 'unsubscribeLinkLabel', 'pt-br')).toBe('Sair');
  });

  test('accepts only an image of the store as logo', async () => {
    const store = await outstep.newStore();
    const logo = await addFile(outstep, store, 'logo.png', await pngOf());
    const text = await addFile(outstep, store, 'logo.txt', Buffer.from('x'));
    const theirs = await addFile(outstep, storeId, 'theirs.png', await pngOf());
    expect(await set(store, `logo=${logo}`, `logo.de=${logo}`)).toEqual({ logo, 'logo.de': logo });
    const refused = (value: string, message: string) =>
      expect(set(store, `logo=${value}`)).rejects.toMatchObject({ kind: 'invalid', message });
    await refused(text, 'logo: is not an image');
    await refused(theirs, 'logo: unknown file');
    await refused('f_0123456789abcdefghjkmnpqrs.png', 'logo: unknown file');
    await refused('../logo.png', 'logo: unknown file');
    await refused('a\0', 'logo: unknown file');
    expect((await readSettings(store)).get('logo')).toBe(logo);
  });

  test('applies all settings or none and reports every problem', async () => {
    const store = await outstep.newStore();
    await expect(set(store, 'companyDetails=Shop', 'footer=x', 'companyDetails.x=y')).rejects.toMatchObject({
      message: expect.stringMatching(/^footer: unknown setting.*; companyDetails\.x: not a language code/),
    });
    await expect(set(store, 'companyDetails=Shop', 'logo=nothing')).rejects.toThrow('logo: unknown file');
    expect((await readSettings(store)).size).toBe(0);
  });

  test('keeps settings separate per store (spec: What the service does 7)', async () => {
    const other = await outstep.newStore();
    expect(await set(other, 'companyDetails=Other')).toEqual({ companyDetails: 'Other' });
    expect((await readSettings()).get('companyDetails')).not.toBe('Other');
  });

  test('prints the error in one sentence', async () => {
    expectOneLineError(await run(), /KEY=VALUE: required/);
    expectOneLineError(await run('companyDetails'), /companyDetails: write name=value/);
    expectOneLineError(
      await run('unsubscribeText=Bye'),
      /unsubscribeText: must contain \{\{ unsubscribe_link \}\} or \{\{ unsubscribe_url \}\}/,
    );
    expectOneLineError(await run('companyDetails.de={{ a | nope }}'), /companyDetails\.de: Liquid: /);
  });
});
