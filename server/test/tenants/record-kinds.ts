import { recordSignal } from '../../src/features/access/signals/signals.store.ts';
import { judgeStore } from '../../src/features/alerts/detection/judge-stores.ts';
import {
  beginExecution,
  finishExecution,
} from '../../src/features/records/history/record-execution.store.ts';
import { addUnsubscribe, suppress } from '../../src/features/sending/unsubscribes/change-unsubscribes.ts';
import type { call } from '../harness/client.ts';
import type { GitHub } from '../harness/github/github.ts';
import { createFile, referringSteps, translatedByHand } from '../harness/layouts.ts';
import { connectMailbox } from '../harness/mailboxes.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';

/** What a seeder gets to create records for one store. */
export interface SeedContext {
  storeId: string;
  key: TestKey;
  /** Contained in every text of the store's records, and in no other store's. */
  word: string;
  /** The number of existing records of this kind, for names that must differ. */
  count: number;
  operator: Outstep['operator'];
  core: Outstep['core'];
  /** An address on this machine that responds when a request is run. */
  target: string;
  /** The stores share a repository, but each sees only its own part. */
  github: GitHub;
  call(method: string, path: string, body?: unknown): ReturnType<typeof call>;
}

/** One kind of record, named after the first part of its path. */
export interface RecordKind {
  /** The members that name a record, in a path or in a body. */
  named: readonly string[];
  /** Valid values for whatever its operations accept; each operation gets those that it accepts. */
  fields: Record<string, unknown>;
  /** Creates one record and returns the members that name it. */
  seed(ground: SeedContext): Promise<Record<string, string>>;
}

async function created(ground: SeedContext, path: string, body: unknown): Promise<Record<string, string>> {
  const answer = await ground.call('POST', path, body);
  if (answer.status !== 201) throw new Error(`seeding ${path}: ${answer.status} ${answer.text}`);
  return { id: answer.body.id };
}

const connected = ({ operator, storeId, github: { repository, token } }: SeedContext) =>
  operator(storeId, 'connect_repository', { repository: `${repository.owner}/${repository.name}`, token });

/** Commits a layout's folder in git's fastest way, because there are many of them. */
async function committed({ repository: { store } }: GitHub, id: string, layout: object): Promise<string> {
  const content = JSON.stringify(layout);
  const lines = [
    'commit refs/heads/main',
    'mark :1',
    'committer Petra Person <petra@shop.test> now',
    'data 5',
    'Words',
    'from refs/heads/main^0',
    `M 100644 inline layouts/${id}/layout.json`,
    `data ${Buffer.byteLength(content)}`,
    content,
    'get-mark :1',
    '',
  ];
  return store.run(['fast-import', '--quiet', '--date-format=now'], { input: lines.join('\n') });
}

export const nouns: Record<string, RecordKind> = {
  'email-templates': {
    // Languages and versions have the same names in every store; the layout ties them to a store.
    named: ['id'],
    fields: { name: 'Taken over', subject: 'Taken over', previewText: 'Taken over' },
    async seed(ground) {
      const { word, core, storeId, github } = ground;
      const path = '/api/v1/email-templates';
      const fileKey = await createFile(core, storeId, `${word}.pdf`);
      const made = await created(ground, path, {
        ...{ name: `Order of ${word}`, description: `Mail of ${word}`, subject: `Thanks from ${word}` },
        ...{ bodyType: 'text', body: `<p>${word} {{ variables.order }}</p>` },
        attachments: [{ filename: `${word}.pdf`, fileKey }],
        marketingTexts: { companyDetails: word },
      });
      // Written directly, because where every condition is made true, writing one language would write all.
      await translatedByHand(core, storeId, String(made['id']), `Danke von ${word}`);
      await referringSteps(core, storeId, String(made['id']), 1);
      if (ground.count === 0) await connected(ground);
      const sha = await committed(github, String(made['id']), {
        ...{ name: `Order of ${word}`, subject: `Thanks from ${word}`, bodyType: 'text', body: word },
      });
      return { ...made, locale: 'de', version: '1', a: '1', b: '2', sha };
    },
  },
  'http-requests': {
    named: ['id'],
    fields: { name: 'Taken over', url: 'http://127.0.0.1:1/taken', description: 'Taken over' },
    async seed(ground) {
      const made = await created(ground, '/api/v1/http-requests', {
        name: `Notify ${ground.word}`,
        description: `Tells ${ground.word} of an order`,
        method: 'POST',
        url: `${ground.target}/${ground.word}`,
        // Sealed with the store's own key.
        headers: { authorization: `Bearer ${ground.word}-credential`, 'x-shop': ground.word },
        body: { shop: ground.word },
        testVariables: { shop: ground.word },
      });
      return { ...made, version: '1' };
    },
  },
  history: {
    named: ['id'],
    fields: { email: 'anna@example.com' },
    async seed({ core, storeId, word }) {
      const db = core.database.forStore(storeId);
      const id = core.runtime.newId();
      const createdAt = core.runtime.now();
      await beginExecution(db, {
        storeId,
        id,
        actionType: 'HTTP_REQUEST',
        actionConfigId: core.runtime.newId(),
        actionConfigName: `Notify ${word}`,
        trigger: 'test',
        createdAt,
      });
      await finishExecution(db, id, {
        status: 'SUCCESS',
        error: null,
        request: { shop: word },
        response: { shop: word },
        timeline: [{ at: createdAt.toISOString(), event: `sent for ${word}` }],
        attempts: 1,
        startedAt: core.runtime.now(),
        finishedAt: core.runtime.now(),
      });
      return { id };
    },
  },
  'smtp-configs': {
    named: ['id'],
    fields: {},
    async seed({ operator, storeId, word }) {
      const made = await operator(storeId, 'add_smtp_sender', {
        name: `Mail of ${word}`,
        host: `smtp.${word}.example`,
        port: 587,
        from: `orders@${word}.example`,
        fromName: word,
        user: `${word}-user`,
        password: `${word}-password`,
      });
      return made as { id: string };
    },
  },
  senders: {
    named: ['id'],
    fields: {},
    // The word is in the domain, because only two characters of the part before it are ever shown.
    seed: async ({ core, storeId, word, count }) => ({
      id: await connectMailbox(core, storeId, {
        address: `orders${count}@${word}.example`,
        token: `${word}-token`,
      }),
    }),
  },
  secrets: {
    named: ['name'],
    fields: {},
    async seed({ operator, storeId, word, count }) {
      const name = `${word.toUpperCase()}_${count}`;
      await operator(storeId, 'set_secret', { name, value: `${word}-value`, description: `For ${word}` });
      return { name };
    },
  },
  files: {
    named: ['key'],
    fields: {},
    async seed({ operator, storeId, word, count }) {
      const file = { name: `${word} ${count}.txt`, bytes: Buffer.from(`of ${word}`) };
      return (await operator(storeId, 'add_file', { file })) as { key: string };
    },
  },
  alerts: {
    named: [],
    fields: {},
    async seed({ core, storeId, word, count }) {
      const db = core.database.forStore(storeId);
      const now = core.runtime.now();
      const signal = { reason: 'secret_missing', detail: `${word.toUpperCase()}_${count}_GONE` } as const;
      await db.rows(recordSignal(storeId, 'HTTP_REQUEST', signal, new Date(now.getTime() - 60_000)));
      await judgeStore({ db, storeId, newId: core.runtime.newId, now, mails: false });
      return {};
    },
  },
  brand: {
    named: [],
    fields: {},
    async seed({ operator, storeId, count }) {
      await operator(storeId, 'set_settings', { settings: [`brandLinkColor=#8a3b${10 + (count % 90)}`] });
      return {};
    },
  },
  // Its paths require a signature instead of a key, but what it stores still belongs to a store.
  platforms: {
    named: [],
    fields: {},
    async seed({ operator, storeId }) {
      await operator(storeId, 'create_platform_secret', {});
      return {};
    },
  },
  // Recipients change these through their links and operators by command, but no key may.
  unsubscribes: {
    named: [],
    fields: {},
    async seed({ core, storeId, word, count }) {
      const db = core.database.forStore(storeId);
      const ctx = { storeId, db, vault: core.vaultFor(storeId) };
      await addUnsubscribe(ctx, `reader${count}@${word}.example`, 'app');
      await suppress(ctx, `gone${count}@${word}.example`, `550 no such user at ${word}`);
      return {};
    },
  },
};

export const nounOf = (path: string) => path.split('/')[1] ?? '';

/** A path whose records cannot be seeded would remain untested, so it is rejected. */
export function nounFor(path: string): RecordKind {
  const noun = nouns[nounOf(path)];
  if (noun) return noun;
  throw new Error(
    `${path}: no seeder for "${nounOf(path)}"; add one to \`nouns\` in server/test/tenants/nouns.ts`,
  );
}
