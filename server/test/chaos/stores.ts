import { readUpload } from '../../src/adapters/uploads/read-upload.ts';
import { createKey } from '../../src/features/access/keys/issue-key.op.ts';
import { createStore } from '../../src/features/access/stores/create-store.op.ts';
import { addSmtpSender } from '../../src/features/sending/senders/add-smtp-sender.op.ts';
import { createPlatformSecret } from '../../src/features/workflow-platforms/platform-secrets/platform-secrets.op.ts';
import { bind, statement } from '../../src/kernel/ports.ts';
import type { Contexts } from '../../src/processes/contexts.ts';
import type { Core } from '../../src/processes/core.ts';
import { call } from '../harness/client.ts';
import type { MailWorld } from './mail-world.ts';
import type { OutsideWorld } from './outside-world.ts';

export interface ChaosStore {
  id: string;
  secret: string;
  key: string;
  requestId: string;
  layouts: { marketing: string; transactional: string };
  /** One at each mail server. */
  senders: string[];
}

export interface StoreServices {
  core: Core;
  contexts: Contexts;
  origin: string;
  world: OutsideWorld;
  mailWorld: MailWorld;
}

const CONNECTIONS = 4;
const widen = statement('chaos_widen_senders', 'update smtp_senders set connection_limit = $1');

const marketing = {
  name: 'News',
  subject: 'News for {{ variables.name }}',
  category: 'marketing',
  bodyDesign: {
    blocks: [
      { type: 'heading', level: 1, text: 'News' },
      { type: 'text', html: '<p>Hello {{ variables.name }}, there is news.</p>' },
      { type: 'button', label: 'Read it', url: 'https://shop.example/{{ variables.name }}' },
    ],
  },
};
const transactional = {
  name: 'Receipt',
  bodyType: 'text',
  subject: 'Receipt {{ variables.name }}',
  category: 'transactional',
  body: '<p>Thank you for {{ variables.name }}.</p>',
};

/** A store with everything that its steps refer to, created the way its people would. */
export async function openStore(around: StoreServices, number: number): Promise<ChaosStore> {
  const { core, contexts, origin, world, mailWorld } = around;
  const id = core.runtime.newId();
  const ctx = Object.assign(contexts.asOperator(id), { uploads: { read: readUpload } });
  await createStore.run(ctx, { name: `Store ${number}` }, undefined);
  const { secret } = (await createPlatformSecret.run(ctx, {}, undefined)).value;
  const { key } = (await createKey.run(ctx, { name: 'chaos', level: 'write' }, undefined)).value;
  const make = async (path: string, fields: object): Promise<string> => {
    const { status, text, body } = await call(origin, key, 'POST', `/api/v1/${path}`, fields);
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
    return body.id;
  };
  const senders: string[] = [];
  for (const [name, port] of Object.entries(mailWorld.ports)) {
    const from = `${name}@store-${number}.example`;
    const sender = { name, host: '127.0.0.1', port, from, fromName: '', security: 'none' } as const;
    senders.push((await addSmtpSender.run(ctx, sender, undefined)).value.id);
  }
  await ctx.db.rows(bind(widen, CONNECTIONS));
  return {
    ...{ id, secret, key, senders },
    requestId: await make('http-requests', {
      name: 'Call',
      method: 'POST',
      url: `${world.origin}/call/{{ variables.name }}`,
      timeoutMs: 10_000,
    }),
    layouts: {
      marketing: await make('email-templates', marketing),
      transactional: await make('email-templates', transactional),
    },
  };
}
