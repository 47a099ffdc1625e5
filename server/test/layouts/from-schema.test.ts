import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layoutsPath } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { clientGenerations, connectTools, type ToolClient } from './tool-clients.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(() => outstep?.close());

const addressOf = (toolsets: string) => new URL(`/api/mcp?toolsets=${toolsets}`, outstep.origin);

type Sample = Record<string, unknown> & { type: string };

/** The samples in the guide: the last cell of each row of its table. */
function samplesIn(guide: string): Sample[] {
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const cell = row.slice(row.indexOf('| `{') + 3, row.lastIndexOf('`'));
    return JSON.parse(cell.replaceAll('\\|', '|'));
  });
}

describe.each(clientGenerations)(
  'with the official client (%s), using only what get_layout_schema returns',
  (era) => {
    let tools: ToolClient;
    // biome-ignore lint/suspicious/noExplicitAny: as a client reads it
    let schema: any;
    let samples: Sample[];
    let usable: Sample[];

    beforeAll(async () => {
      tools = await connectTools(era, addressOf('default,layouts'), key.key);
      schema = (await tools.call('get_layout_schema')).value;
      samples = samplesIn(schema.guide);
      // A part must be one of the store's.
      usable = samples.filter(({ type }) => type !== 'part');
    });
    afterAll(() => tools?.close());

    /** Saved at the first attempt, read back exactly, and rendered. */
    async function expectUsable(subject: string, bodyDesign: object) {
      const saved = await tools.call('create_email_template', { name: subject, subject, bodyDesign });
      expect(saved.isError, saved.text).toBe(false);
      const read = await tools.call('get_email_template', { id: saved.value.id });
      expect(JSON.stringify(read.value.bodyDesign)).toBe(JSON.stringify(bodyDesign));
      const preview = await tools.call('preview_email_template', { id: saved.value.id });
      expect(preview.isError, preview.text).toBe(false);
      expect(preview.value.html).toContain('<html');
      return { id: saved.value.id as string, preview: preview.value };
    }

    test('the guide has a sample of every kind of block in the schema (spec: Layout schema 1)', () => {
      expect(samples.map(({ type }) => type)).toEqual(Object.keys(schema.defaults.blocks));
      expect(samples.length).toBeGreaterThanOrEqual(18);
    });

    test('the example saves, reads back as sent and renders without a variable missing (spec: Layout schema 1)', async () => {
      const { preview } = await expectUsable('Example', schema.example);
      expect(preview).toMatchObject({ missingVariables: [], warnings: [] });
      expect(preview.text).toContain('Stoneware mug');
    });

    test('a design of all samples, and each with its defaults written out, saves at the first attempt (spec: Layout schema 1)', async () => {
      await expectUsable('All samples', { blocks: usable });
      const spelledOut = usable.map((sample) => ({ ...schema.defaults.blocks[sample.type], ...sample }));
      await expectUsable('All defaults', { global: schema.defaults.global, blocks: spelledOut });
      await expectUsable('Around', { blocks: [], header: { blocks: usable }, footer: { blocks: usable } });
    });

    test('each sample alone saves and renders', async () => {
      for (const sample of usable) await expectUsable(sample.type, { blocks: [sample] });
    });

    test('errors name the location, and fixing it is enough', async () => {
      const [first] = samples as [Sample];
      const sent = { name: 'A', subject: 'S', bodyDesign: { blocks: [first, { ...first, nonsense: 1 }] } };
      const refused = await tools.call('create_email_template', sent);
      expect(refused).toMatchObject({ isError: true, text: 'bodyDesign.blocks[1].nonsense: unknown field' });
      await expectUsable('Mended', { blocks: [first, first] });
    });

    test('translates, promotes, compares and restores as over REST (spec: Tool list_email_templates; Tool get_email_template)', async () => {
      const { id } = await expectUsable('Whole way', { blocks: [{ type: 'text', html: '<p>Hi</p>' }] });
      const rest = async (below: string) =>
        (await outstep.call(key, 'GET', `${layoutsPath}/${id}${below}`)).body;
      const value = async (name: string, args: object = {}) => {
        const answer = await tools.call(name, { id, ...args });
        expect(answer.isError, answer.text).toBe(false);
        const { revision: _, ...value } = answer.value;
        return value;
      };
      expect(await value('put_translation', { locale: 'de', subject: 'Hallo' })).toEqual(
        await rest('/translations/de'),
      );
      expect(await value('list_translations')).toEqual(await rest('/translations'));
      expect(await value('get_translation', { locale: 'DE' })).toEqual(await rest('/translations/de'));
      expect((await value('promote_translation', { locale: 'de' })).layout).toEqual(await rest(''));
      expect(await value('list_versions')).toEqual(await rest('/versions'));
      expect(await value('get_version', { version: 2 })).toEqual(await rest('/versions/2'));
      expect(await value('diff_versions', { a: 1, b: 3 })).toEqual(await rest('/versions/1/diff/3'));
      expect(await value('list_drafts')).toEqual(await rest('/drafts'));
      expect(await value('get_email_template_variables')).toEqual(await rest('/variables'));
      expect(await value('get_email_template_reach')).toEqual(await rest('/reach'));
      expect(await value('check_email_template')).toEqual(await rest('/findings'));
      expect(await value('restore_version', { version: 1 })).toMatchObject({ restored: 1, version: 4 });
      expect(await value('get_email_template')).toEqual(await rest(''));
      const listed = (await tools.call('list_email_templates', { q: 'whole way' })).value;
      expect(listed).toEqual((await outstep.call(key, 'GET', `${layoutsPath}?q=whole%20way`)).body);
      expect(await value('update_email_template', { subject: 'Later' })).toMatchObject({ subject: 'Later' });
      expect(await value('delete_email_template')).toEqual({ deleted: true, id });
      expect(await tools.call('get_version', { id, version: 1 })).toMatchObject({
        isError: true,
        text: 'not found',
      });
    });
  },
);

describe.each(clientGenerations)('the toolset, as the official client (%s) sees it', (era) => {
  test.each([
    ['read', 13, 11],
    ['write', 21, 15],
    ['execute', 21, 16],
  ] as const)(
    'level %s: %i tools for layouts beside the %i (spec: Tool levels 1)',
    async (level, own, usual) => {
      const { key: secret } = await outstep.newKey(key.storeId, level);
      const namesAt = async (toolsets: string) => {
        const tools = await connectTools(era, addressOf(toolsets), secret);
        const names = await tools.names();
        await tools.close();
        return names;
      };
      const [layouts, standard, both] = [
        await namesAt('layouts'),
        await namesAt('default'),
        await namesAt('default,layouts'),
      ];
      expect([layouts.length, standard.length]).toEqual([own, usual]);
      expect(both.toSorted()).toEqual([...layouts, ...standard].sort());
    },
  );
});
