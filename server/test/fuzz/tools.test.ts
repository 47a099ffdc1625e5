import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesOf } from './bytes.ts';
import { casesOf, runCampaign } from './campaign.ts';
import { type Client, createClient } from './http-client.ts';
import { Population } from './population.ts';
import { everyTool, type ListedTool, type ToolCase, toolCase } from './tool-cases.ts';
import { AnswerCounts, judgeTool } from './verdict.ts';

const CONCURRENCY = 24;
const SHARE = 0.4;

describe('the tool server under generated input', () => {
  let population: Population;
  let client: Client;
  let tools: ListedTool[];
  const tally = new AnswerCounts();
  const reached = new AnswerCounts();

  beforeAll(async () => {
    population = await Population.start(1);
    client = createClient(population.outstep.origin, CONCURRENCY);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { 'content-type': 'application/json' };
    const key = population.keyOf('execute');
    tools = (await population.outstep.call(key, 'POST', everyTool, message, headers)).body.result.tools;
  });
  afterAll(async () => {
    client?.close();
    await population?.outstep.close();
  });

  function note(answer: { status: number; text: string }, one: ToolCase, storeId: string, existing: string) {
    const isFailure = answer.text.includes('"isError":true');
    tally.add(`${answer.status}${isFailure ? ' isError' : answer.text.includes('"error"') ? ' error' : ''}`);
    const name = (one.payload.json as { params?: { name?: string } } | null)?.params?.name;
    if (answer.status !== 200 || isFailure || !name || !answer.text.includes('"structuredContent"')) return;
    reached.add(name);
    const result = JSON.parse(answer.text).result.structuredContent;
    if (name.startsWith('create_')) population.born(storeId, name, result.id);
    if (name.startsWith('delete_') && name !== 'delete_translation') population.died(storeId, existing);
  }

  async function judge(one: ToolCase): Promise<string | null> {
    const key = population.keyOf(one.key === 'none' ? 'execute' : one.key);
    const { name = '' } = (one.payload.json as { params?: { name?: string } } | null)?.params ?? {};
    const existing = population.recordOf(key.storeId, typeof name === 'string' ? name : '');
    const headers = {
      'content-type': 'application/json',
      ...(one.key !== 'none' && { authorization: `Bearer ${key.key}` }),
      ...Object.fromEntries(one.headers),
    };
    try {
      const body = bytesOf(one.payload, existing);
      const answer = await client.send({ method: 'POST', target: one.target, headers, body });
      note(answer, one, key.storeId, existing);
      return judgeTool(answer);
    } catch (error) {
      tally.add('no answer');
      return `no complete answer: ${error}`;
    }
  }

  test('answers every case with JSON-RPC or { error } (spec: Endpoint POST /api/mcp)', async () => {
    expect(tools.length).toBeGreaterThan(3);
    const arbitrary = toolCase(tools);
    const report = await runCampaign({ cases: casesOf(SHARE), arbitrary, judge, concurrency: CONCURRENCY });
    console.log(
      `Tools: seed ${report.seed}, ${report.ran} cases in ${report.seconds.toFixed(1)} s; ${tally}`,
    );
    expect(report.failure).toBeNull();
    expect(tally.share('429 error'), 'the budgets got in the way').toBeLessThan(0.01);
    expect(population.outstep.apis.map((api) => api.child.exitCode)).toEqual([null]);
  });

  test('a good share of calls succeeded with every tool', () => {
    expect(tally.share('200')).toBeGreaterThan(0.25);
    for (const { name } of tools) expect(reached.of(name), name).toBeGreaterThan(0);
  });
});
