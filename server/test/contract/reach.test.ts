import { describe, expect, test } from 'vitest';
import { recordStepReference } from '../../src/features/delivery/step-references/step-references.store.ts';
import { expectOk, keyedTeam } from '../app/team.ts';
import { addRun, type EndedRun } from '../harness/ended-runs.ts';
import { addFile, pngOf } from '../harness/files.ts';
import { callTool } from '../mcp/posts.ts';

const { outstep, team, key } = await keyedTeam('write', 'Assistant');
const { storeId } = team;
const db = outstep.core.database.forStore(storeId);

const send = (method: string, path: string, body?: unknown) =>
  team.people.editor.send(method, `/app/api/stores/${storeId}${path}`, body);
const seen = (path: string) => expectOk(team.people.viewer.send('GET', `/app/api/stores/${storeId}${path}`));
const rest = async (path: string) => (await outstep.call(key, 'GET', `/api/v1${path}`)).body;

const newLayout = async (fields: object = {}): Promise<string> =>
  (await expectOk(send('POST', '/email-templates', { name: 'Order', subject: 'S', ...fields }))).id;
const newRequest = async (): Promise<string> =>
  (await expectOk(send('POST', '/http-requests', { url: 'https://example.com/' }))).id;
const newPreset = async (blocks: unknown = [], kind = 'footer'): Promise<string> =>
  (await expectOk(send('POST', `/presets?kind=${kind}&name=Footer`, JSON.stringify(blocks)))).id;

const run = (actionConfigId: string, more: EndedRun = {}) =>
  addRun(outstep.core, storeId, actionConfigId, more);

const use = (actionConfigId: string, workflow: string | null, stepId = 'mail') =>
  recordStepReference(db, {
    ...{ storeId, platform: 'generic', workflow, stepId, actionConfigId, actionType: 'EMAIL' },
  });

describe('a layout (contract: Layouts 18)', () => {
  test('returns the steps that use it, its languages, and runs of the last thirty days', async () => {
    const id = await newLayout();
    await expectOk(send('PUT', `/email-templates/${id}/translations/de`, { subject: 'Hallo' }));
    await expectOk(send('PUT', `/email-templates/${id}/translations/fr`, { subject: 'Bonjour' }));
    await use(id, 'Order paid');
    await use(id, null, 'never ran');
    for (const locale of ['en', 'en', 'de']) await run(id, { locale });
    await run(id, { daysAgo: 29 });
    // None of these counts as a run in the window.
    await run(id, { daysAgo: 30 });
    await run(id, { trigger: 'test', workflow: null, stepId: null });
    await run(id, { trigger: 'replay' });
    await run(id, { captured: true });
    await run(id, { isUnderWay: true });
    // Sent by a workflow that now uses another layout.
    await run(id, { workflow: 'Order cancelled' });
    const reach = await rest(`/email-templates/${id}/reach`);
    const step = { platform: 'generic', actionConfigId: id };
    expect(reach).toEqual({
      ...{ days: 30, runs: 5, runsAtLeast: false, stepCount: 2 },
      steps: [
        { ...step, workflow: 'Order paid', stepId: 'mail', runs: 4, lastRanAt: expect.any(String) },
        { ...step, workflow: null, stepId: 'never ran', runs: 0, lastRanAt: null },
      ],
      countedOver: { runs: 5, since: expect.any(String), all: true },
      languages: [
        { locale: 'en', runs: 4 },
        { locale: 'de', runs: 1 },
        { locale: 'fr', runs: 0 },
      ],
    });
    expect(await seen(`/email-templates/${id}/reach`)).toEqual(reach);
    expect((await callTool(outstep, key, 'get_email_template_reach', { id })).value).toMatchObject({
      ...{ runs: 5, stepCount: 2 },
    });
  });

  test('counts runs and steps of each layout on a page of the list (contract: The app 24)', async () => {
    const id = await newLayout({ name: 'Counted once' });
    const other = await newLayout({ name: 'Counted never' });
    await use(id, 'Order paid');
    await run(id);
    await run(id, { trigger: 'test', workflow: null, stepId: null });
    const counts = await seen('/email-templates/run-counts?q=Counted&sort=name');
    expect(counts).toEqual({
      days: 30,
      items: [
        { id: other, runs: 0, runsAtLeast: false, stepCount: 0 },
        { id, runs: 1, runsAtLeast: false, stepCount: 1 },
      ],
    });
    expect((await seen('/email-templates/run-counts?q=Counted&sort=name&limit=1&page=2')).items).toEqual([
      expect.objectContaining({ id }),
    ]);
  });

  test('returns no impact when unused; 404 when deleted or of another store', async () => {
    const id = await newLayout();
    expect(await rest(`/email-templates/${id}/reach`)).toMatchObject({ runs: 0, stepCount: 0, steps: [] });
    const stranger = await outstep.newKey(await outstep.newStore(), 'read');
    const path = `/api/v1/email-templates/${id}/reach`;
    expect((await outstep.call(stranger, 'GET', path)).status).toBe(404);
    await run(id);
    await expectOk(send('DELETE', `/email-templates/${id}`));
    expect((await outstep.call(key, 'GET', path)).status).toBe(404);
  });

  test('returns the total when more steps exist than are listed', async () => {
    const id = await newLayout();
    for (let i = 0; i < 103; i++) await use(id, `Workflow ${i}`);
    const { steps, stepCount } = await rest(`/email-templates/${id}/reach`);
    expect([steps.length, stepCount]).toEqual([100, 103]);
  });
});

test('returns steps and runs of a request (contract: HTTP requests 13)', async () => {
  const id = await newRequest();
  await recordStepReference(db, {
    ...{ storeId, platform: 'generic', workflow: 'Order paid', stepId: 'mail', actionConfigId: id },
    actionType: 'HTTP_REQUEST',
  });
  await run(id, { actionType: 'HTTP_REQUEST' });
  await run(id, { actionType: 'HTTP_REQUEST', trigger: 'test' });
  expect(await rest(`/http-requests/${id}/reach`)).toMatchObject({
    ...{ runs: 1, stepCount: 1, steps: [{ workflow: 'Order paid', runs: 1 }] },
  });
  const stranger = await outstep.newKey(await outstep.newStore(), 'read');
  expect((await outstep.call(stranger, 'GET', `/api/v1/http-requests/${id}/reach`)).status).toBe(404);
});

describe('a preset (contract: Presets 5)', () => {
  test('returns its layouts with languages and runs, page by page, and the steps of the page', async () => {
    const preset = await newPreset();
    const bodyDesign = { blocks: [], footer: { preset } };
    const [a, b] = [await newLayout({ name: 'A', bodyDesign }), await newLayout({ name: 'B', bodyDesign })];
    await expectOk(send('PUT', `/email-templates/${a}/translations/de`, { subject: 'Hallo' }));
    await use(a, 'Paid');
    await use(b, 'Sent');
    await run(a, { workflow: 'Paid', locale: 'de' });
    await run(a, { workflow: 'Paid' });
    await run(b, { workflow: 'Sent' });
    await run(await newLayout());
    const reach = await seen(`/presets/${preset}/reach`);
    expect(reach).toMatchObject({
      ...{ total: 2, runs: 3, runsAtLeast: false, stepCount: 2 },
      items: [
        {
          ...{ id: a, name: 'A', runs: 2, stepCount: 1 },
          languages: [
            { locale: 'de', presetLanguage: '', runs: 1 },
            { locale: 'en', presetLanguage: '', runs: 1 },
          ],
        },
        { id: b, name: 'B', runs: 1, stepCount: 1, languages: [{ locale: 'en', runs: 1 }] },
      ],
      steps: [
        { workflow: 'Paid', actionConfigId: a, runs: 2 },
        { workflow: 'Sent', actionConfigId: b, runs: 1 },
      ],
    });
    expect(await seen(`/presets/${preset}/reach?page=2&limit=1`)).toMatchObject({
      ...{ total: 2, runs: 1, items: [{ id: b }], steps: [{ workflow: 'Sent' }] },
    });
  });

  test('returns no impact for an unused preset', async () => {
    expect(await seen(`/presets/${await newPreset()}/reach`)).toMatchObject({
      ...{ total: 0, items: [], runs: 0, stepCount: 0, steps: [], countedOver: { runs: 0, all: true } },
    });
  });
});

test('returns layouts of a file, also through presets, and their runs (contract: Senders, secrets, files 9)', async () => {
  const file = await addFile(outstep, storeId, 'seal.png', await pngOf());
  const blocks = [{ type: 'image', fileKey: file, alt: '' }];
  const preset = await newPreset(blocks);
  const footer = { preset };
  const direct = await newLayout({ name: 'Direct', bodyDesign: { blocks } });
  const through = await newLayout({ name: 'Through', bodyDesign: { blocks: [], footer } });
  const both = await newLayout({ name: 'Both', bodyDesign: { blocks, footer } });
  await use(through, 'Paid');
  await run(through, { workflow: 'Paid' });
  expect(await seen(`/files/reach?key=${file}`)).toMatchObject({
    ...{ total: 3, runs: 1, stepCount: 1, isLogo: false, presets: [{ id: preset, name: 'Footer' }] },
    items: [
      { id: both, isDirect: true, presetIds: [preset], runs: 0 },
      { id: direct, isDirect: true, presetIds: [], runs: 0 },
      { id: through, isDirect: false, presetIds: [preset], runs: 1, stepCount: 1 },
    ],
    steps: [{ workflow: 'Paid', actionConfigId: through, runs: 1 }],
  });
  const other = await team.another();
  const strange = (name: string) =>
    other.people.owner.send('GET', `/app/api/stores/${other.storeId}/files/reach?key=${name}`);
  expect((await strange(file)).status).toBe(404);
  expect((await strange('nonsense')).status).toBe(404);
});
