import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createVault, dataKeyOf } from '../src/adapters/crypto/vault.ts';
import { storedAnswers } from '../src/features/access/idempotency/idempotency.store.ts';
import { httpRequestSteps } from '../src/features/http-requests/http-requests.schema.ts';
import { requestContents } from '../src/features/http-requests/save-http-request.ts';
import { trashedRequests } from '../src/features/http-requests/trash-http-request.ts';
import { snapshots, unpackSnapshot } from '../src/features/layouts/content/version-snapshot.ts';
import { draftContents } from '../src/features/layouts/drafts/draft-content.ts';
import { trashedLayouts } from '../src/features/layouts/trash/trash-layout.ts';
import { capturedContents, capturedSummaries } from '../src/features/sending/capture/captured-mail.ts';
import { downloadLinks } from '../src/features/sending/downloads/download-link.ts';
import { mailPlans, mailSteps } from '../src/features/sending/mail-steps/mail-plan.ts';
import { mailboxProofs, mailboxTokens } from '../src/features/sending/mailboxes/mailboxes.rules.ts';
import { unsubscribeLinks } from '../src/features/sending/unsubscribes/unsubscribe-link.ts';

/** The codec for each kind of sealed value, by the prefix of its fixture's name. */
const kinds: Readonly<Record<string, { read(text: string): object; write(value: never): string }>> = {
  'mail-plan': mailPlans,
  'mail-step': mailSteps,
  'call-step': httpRequestSteps,
  'download-link': downloadLinks,
  'unsubscribe-link': unsubscribeLinks,
  'captured-summary': capturedSummaries,
  'captured-content': capturedContents,
  'mailbox-login': mailboxTokens,
  'mailbox-connection': mailboxProofs,
  'http-request': requestContents,
  'layout-version': snapshots,
  'layout-draft': draftContents,
  'trashed-layout': trashedLayouts,
  'trashed-request': trashedRequests,
  answer: storedAnswers,
};

const folder = new URL('./fixtures/sealed/', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, folder), 'utf8').trim();
const releases = readdirSync(folder);
const fixtures = releases.flatMap((release) =>
  readdirSync(new URL(`${release}/`, folder)).map((file) => `${release}/${file}`),
);
const kindOf = (path: string) =>
  Object.keys(kinds).find((name) => path.slice(path.indexOf('/') + 1).startsWith(name));

/** Stored as a list by the first release. */
const links = {
  'download-link': ['executionId', 'fileKey', 'filename'],
  'unsubscribe-link': ['address', 'locale'],
};

/** Releases up to 0.2.0 did not store secrets with the plan. */
const withSecrets = (plan: object) => ({ secrets: {}, ...plan });

function expectedOf(kind: string, tree: unknown): unknown {
  // Releases up to 0.2.0 had no required variables, and those up to 0.3.0 no incomplete languages.
  if (kind === 'layout-version')
    return { ...(tree as object), requiredVariables: [], completeLanguagesOnly: false };
  // Releases up to 0.3.0 did not record for which host a credential was entered, or what had named it.
  if (kind === 'http-request') return { ...(tree as object), remembered: [], held: [] };
  const { v: _, ...content } = tree as { v?: number; replay?: object };
  if (kind === 'mail-plan') return withSecrets(content);
  if (kind.startsWith('captured-') || kind === 'layout-draft') return content;
  if (content.replay) return { replay: withSecrets(content.replay) };
  const names = links[kind as keyof typeof links];
  if (!Array.isArray(tree)) return tree;
  return Object.fromEntries(tree.map((value, i) => [names[i], value]));
}

describe('values written by an earlier release', () => {
  test('exist for every kind', () => {
    const found = new Set(fixtures.map(kindOf));
    expect(Object.keys(kinds).filter((name) => !found.has(name))).toEqual([]);
  });

  test.each(fixtures.filter(kindOf))('%s is read completely', (path) => {
    const [kind, text] = [kindOf(path) as string, textOf(path)];
    const codec = kinds[kind] as (typeof kinds)[string];
    const value = codec.read(text);
    expect(value).toEqual(expectedOf(kind, JSON.parse(text)));
    expect(codec.read(codec.write(value as never))).toEqual(value);
  });

  test('opens in its envelope', async () => {
    const { storeId, place, dataKey, sealed } = JSON.parse(textOf('0.1.0/envelope.json'));
    const vault = await createVault(storeId, async () => dataKeyOf(Buffer.from(dataKey, 'base64'))).unlock();
    const text = vault.open(place, Buffer.from(sealed, 'base64'));
    expect(mailSteps.read(text)).toEqual(JSON.parse(textOf('0.1.0/mail-step.json')));
  });

  test('is unpacked if it was compressed', async () => {
    const { snapshot, plain } = JSON.parse(textOf('0.1.0/compressed-layout-version.json'));
    expect(await unpackSnapshot(Buffer.from(snapshot, 'base64'))).toEqual({
      ...JSON.parse(plain),
      requiredVariables: [],
      completeLanguagesOnly: false,
    });
  });

  test('of a request is written as 0.3.0 reads it, unless it has members that 0.3.0 does not support', () => {
    const content = requestContents.read(textOf('0.1.0/http-request.json'));
    const { remembered: _, held: __, ...known } = content;
    expect(JSON.parse(requestContents.write(content))).toEqual({ v: 1, ...known });
    const named = { ...content, remembered: ['verysecretvalue'] };
    expect(JSON.parse(requestContents.write(named))).toEqual({ v: 2, ...named });
    const held = [{ authority: 'https://example.com', host: 'example.com', values: null, places: [] }];
    expect(requestContents.read(requestContents.write({ ...content, held }))).toEqual({ ...content, held });
  });

  test('of a layout keeps the order of the members that are shown', () => {
    const text = textOf('0.1.0/layout-version-text.json');
    const { languages } = snapshots.read(text);
    expect(JSON.stringify(languages)).toBe(JSON.stringify(JSON.parse(text).languages));
  });
});
