import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StepContext } from '../../src/features/delivery/steps/accept-step.ts';
import { httpRequestStep } from '../../src/features/http-requests/http-request-step.op.ts';
import { finishExecution } from '../../src/features/records/history/record-execution.store.ts';
import { message } from '../../src/kernel/messages/message.ts';
import { newTeam, type Team } from '../app/team.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { runInline } from '../harness/run-inline.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callStep } from '../harness/signed-step.ts';

let outstep: Outstep;
let team: Team;
let key: TestKey;
let secret: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
  key = await outstep.newKey(team.storeId, 'write');
  const made = await outstep.operator(team.storeId, 'create_platform_secret', {});
  ({ secret } = made as { secret: string });
});
afterAll(() => outstep?.close());

const save = async (fields: Record<string, unknown>) => {
  const saved = await callStep(outstep.origin, team.storeId, secret, 'validate', fields);
  expect(saved.body).toEqual({ valid: true, problems: [] });
};
const create = async (path: string, fields: Record<string, unknown>) =>
  (await outstep.call(key, 'POST', `/api/v1/${path}`, fields)).body.id as string;
const newLayout = () => create('email-templates', { name: 'Order', subject: 'Your order' });
const newRequest = () => create('http-requests', { url: 'https://example.com/orders' });
const remove = async (path: string) => (await outstep.call(key, 'DELETE', `/api/v1/${path}`)).body.warning;
const stepCount = async (id: string) =>
  (await outstep.call(key, 'GET', `/api/v1/email-templates/${id}`)).body.stepCount;
const stepsOf = async (layoutId: string) =>
  (await team.people.viewer.send('GET', `/app/api/stores/${team.storeId}/email-templates/${layoutId}/reach`))
    .body.steps;

test('a step that uses another layout no longer counts for the one it used (contract: Layouts 8)', async () => {
  const [before, after] = [await newLayout(), await newLayout()];
  await save({ layoutId: before, stepId: 'thanks', workflow: 'Order paid' });
  expect(await stepCount(before)).toBe(1);
  await save({ layoutId: after, stepId: 'thanks', workflow: 'Order paid' });
  expect([await stepCount(before), await stepCount(after)]).toEqual([0, 1]);
  const request = await newRequest();
  await save({ requestId: request, stepId: 'thanks', workflow: 'Order paid' });
  expect(await stepCount(after)).toBe(0);
  expect(await remove(`email-templates/${before}`)).toBeUndefined();
});

test('counts the same step id in two workflows as two steps; one saved without workflow counts once (contract: Layouts 8)', async () => {
  const id = await newLayout();
  await save({ layoutId: id, stepId: '1' });
  expect(await stepsOf(id)).toMatchObject([{ platform: 'generic', workflow: null, stepId: '1' }]);
  await save({ layoutId: id, stepId: '1', workflow: 'Order paid' });
  expect(await stepCount(id)).toBe(1);
  await save({ layoutId: id, stepId: '1', workflow: 'Order cancelled' });
  expect(await stepCount(id)).toBe(2);
  expect(await stepsOf(id)).toMatchObject([{ workflow: 'Order cancelled' }, { workflow: 'Order paid' }]);
});

test('deleting a request warns of the steps that use it (contract: HTTP requests 11)', async () => {
  const id = await newRequest();
  await save({ requestId: id, stepId: 'call', workflow: 'Order paid' });
  await save({ requestId: id, stepId: 'call', workflow: 'Order sent' });
  expect(await remove(`http-requests/${id}`)).toBe(
    '2 workflow steps still reference this HTTP request and will fail until they use another one',
  );
  expect(await remove(`http-requests/${await newRequest()}`)).toBeUndefined();
});

test('entries of a deleted request keep its id and name, also those that ran after it was deleted, and the app offers it as a filter (contract: History and stats 11)', async () => {
  const id = await newRequest();
  const db = outstep.core.database.forStore(team.storeId);
  const run = async (runId: string, requestId = id) => {
    const ctx = {
      ...outstep.core.runtime,
      ...{ storeId: team.storeId, db, vault: outstep.core.vaultFor(team.storeId), platform: 'generic' },
      ...{
        heavy: runInline,
        engine: { run: async () => 'SUCCESS' },
        ledger: { patienceMs: 3_600_000 },
        warn: () => {},
      },
    } as unknown as StepContext;
    const { value } = await httpRequestStep.run(ctx, { requestId, runId, stepId: 'call' });
    const { executionId } = value as { executionId: string };
    await finishExecution(db, executionId, {
      ...{ status: 'FAILED', error: message('unknown_http_request'), request: undefined, response: null },
      ...{ timeline: [], attempts: 1, startedAt: null, finishedAt: new Date() },
    });
    return (await outstep.call(key, 'GET', `/api/v1/history/${executionId}`)).body;
  };
  const name = 'GET example.com/orders';
  await run('before it was deleted');
  await remove(`http-requests/${id}`);
  expect(await run('after it was deleted')).toMatchObject({ actionConfigId: id, actionConfigName: name });
  const found = await outstep.call(key, 'GET', `/api/v1/history?actionConfigId=${id}`);
  expect(found.body.total).toBe(2);
  const unused = await newRequest();
  await remove(`http-requests/${unused}`);
  expect(await run('never ran', unused)).toMatchObject({ actionConfigId: unused, actionConfigName: name });
  const offered = await team.people.viewer.send('GET', `/app/api/stores/${team.storeId}/history-configs`);
  expect(offered.body.items).toContainEqual({ id, actionType: 'HTTP_REQUEST', name, isDeleted: true });
  const other = await team.another();
  const elsewhere = await other.people.viewer.send('GET', `/app/api/stores/${other.storeId}/history-configs`);
  expect(elsewhere.body.items).toEqual([]);
});
