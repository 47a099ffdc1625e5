import { createSecret } from '../../../../features/access/secrets/create-secret.op.ts';
import { createHttpRequest } from '../../../../features/http-requests/create-http-request.op.ts';
import { deleteHttpRequest } from '../../../../features/http-requests/delete-http-request.op.ts';
import { updateHttpRequest } from '../../../../features/http-requests/update-http-request.op.ts';
import { addFile } from '../../../../features/library/files/add-file.op.ts';
import { setSettings } from '../../../../features/library/settings/set-settings.op.ts';
import { importUnsubscribes } from '../../../../features/sending/unsubscribes/import-unsubscribes.op.ts';
import type { Customer } from '../content/customers.rules.ts';
import { deletedRequest, requests } from '../content/requests.ts';
import { logo, secrets, settings, terms } from '../content/shop.ts';
import type { RunOperation } from './run-operation.ts';

/** Creates files, settings, secrets, and the list of customers who unsubscribed. */
export async function createStoreResources(ask: RunOperation, customers: readonly Customer[]): Promise<void> {
  const upload = (name: string, text: string) =>
    ask<{ key: string }>(addFile, { file: { name, bytes: Buffer.from(text) } });
  await upload('terms.txt', terms);
  const { key } = await upload('logo.svg', logo);
  await ask(setSettings, { settings: [`logo=${key}`, ...settings] });
  for (const secret of secrets) await ask(createSecret, secret);
  const lines = customers
    .filter(({ hasUnsubscribed }) => hasUnsubscribed)
    .map(({ address }) => `${address}\n`);
  const bytes = Buffer.from(`email\n${lines.join('')}`);
  const chunks = {
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
  await ask(importUnsubscribes, { file: { name: 'unsubscribed.csv', chunks }, as: 'unsubscribed' });
}

/** Creates the HTTP requests, each with a second version, and returns their IDs by key. */
export async function createRequests(ask: RunOperation): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { key, made, changed } of requests.toReversed()) {
    const { id } = await ask<{ id: string }>(createHttpRequest, made);
    await ask(updateHttpRequest, changed, { id });
    ids.set(key, id);
  }
  const { id } = await ask<{ id: string }>(createHttpRequest, deletedRequest);
  await ask(deleteHttpRequest, {}, { id });
  return ids;
}
