import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { undocumented } from '../harness/documented-answers.ts';
import { bytesOf } from './bytes.ts';
import { casesOf, runCampaign } from './campaign.ts';
import { EXISTING } from './from-schema.ts';
import { type Client, createClient, type RawAnswer } from './http-client.ts';
import { Population } from './population.ts';
import { endpoints, type RestCase, restCase } from './rest-cases.ts';
import { knownMember } from './targets.ts';
import { AnswerCounts, judgeRest } from './verdict.ts';

const CONCURRENCY = 24;
const SHARE = 0.7;

/** They answer 409 in a store without a connected repository; success is tested where there is a provider. */
const OF_A_REPOSITORY = /\/versions\/(github|repo)/;

describe('the REST API under generated input', () => {
  let population: Population;
  let client: Client;
  const tally = new AnswerCounts();
  const reached = new AnswerCounts();

  beforeAll(async () => {
    population = await Population.start(1);
    client = createClient(population.outstep.origin, CONCURRENCY);
  });
  afterAll(async () => {
    client?.close();
    await population?.outstep.close();
  });

  /** What the document leaves out of an answer, if anything (contract: Every answer 12). */
  function judgeDocument(
    method: string,
    target: string,
    { status, headers, text }: RawAnswer,
  ): string | null {
    const received = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const body = text === '' ? undefined : JSON.parse(text);
    const found = undocumented(method, target, { status, headers: received, body });
    return found.length > 0 ? `${status} is not in the document: ${found.join('; ')}` : null;
  }

  async function judge(one: RestCase): Promise<string | null> {
    const { key: kind, method } = one;
    const key = population.keyOf(typeof kind === 'string' && kind !== 'none' ? kind : 'execute');
    const existing = population.recordOf(key.storeId, one.target);
    const authorization = kind === 'none' ? null : typeof kind === 'string' ? `Bearer ${key.key}` : kind.bad;
    const headers = { ...(authorization && { authorization }), ...Object.fromEntries(one.headers) };
    const target = one.target.replace(EXISTING, existing);
    const body = one.payload && bytesOf(one.payload, existing);
    try {
      const answer = await client.send({ method, target, headers, body });
      tally.add(String(answer.status));
      if (answer.status < 300) {
        reached.add(`${method} ${one.target.split('?')[0]}`);
        if (method === 'DELETE') population.died(key.storeId, existing);
        if (answer.status === 201) population.born(key.storeId, one.target, JSON.parse(answer.text).id);
      }
      return judgeRest(method, answer) ?? judgeDocument(method, target, answer);
    } catch (error) {
      tally.add('no answer');
      return `no complete answer: ${error}`;
    }
  }

  test('answers every case with what the contract allows (spec: Errors: body; Conventions 3)', async () => {
    const report = await runCampaign({
      cases: casesOf(SHARE),
      arbitrary: restCase,
      judge,
      concurrency: CONCURRENCY,
    });
    console.log(`REST: seed ${report.seed}, ${report.ran} cases in ${report.seconds.toFixed(1)} s; ${tally}`);
    expect(report.failure).toBeNull();
    expect(tally.share('429'), 'the budgets got in the way').toBeLessThan(0.01);
    expect(population.outstep.apis.map((api) => api.child.exitCode)).toEqual([null]);
  });

  test('a good share of cases succeeded on every endpoint', () => {
    expect(tally.share('200') + tally.share('201')).toBeGreaterThan(0.3);
    const succeeded = reached.toString();
    const tried = endpoints().filter(({ level, path }) => level !== 'execute' && !OF_A_REPOSITORY.test(path));
    for (const { method, path } of tried) {
      expect(succeeded).toContain(`${method} ${path.replace(/\{(\w+)\}/g, (_, name) => knownMember(name))}`);
    }
  });

  test('leaves the service healthy', async () => {
    const answer = await population.outstep.call(population.keyOf('read'), 'GET', '/api/v1/http-requests');
    expect(answer.status).toBe(200);
  });
});
