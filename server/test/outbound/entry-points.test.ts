import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../harness/size.ts';
import { type EntryPointResults, type EntryPoints, openEntryPoints } from './entry-points.ts';
import { forbidden, liquidUrls, PUBLIC_NAME, rebindingNames, redirects, type Vector } from './vectors.ts';

/** The number of concurrent attempts; a leak shows at the end of its batch. */
const LOT = 6;

async function inBatches<T>(
  all: readonly T[],
  work: (each: T) => Promise<unknown>,
  after: (lot: T[]) => unknown,
) {
  for (let at = 0; at < all.length; at += LOT) {
    const lot = all.slice(at, at + LOT);
    await Promise.all(lot.map(work));
    await after(lot);
  }
}

/** Expects the same error at every entry point; returns its reason. */
function refusedEverywhere({ rest, tool, step, entry }: EntryPointResults, url: string): string {
  expect(rest.status, `${url}: ${JSON.stringify(rest.body)}`).toBeOneOf([400, 502]);
  expect(tool.body.result.isError, url).toBe(true);
  const [said = ''] = rest.body.error.split(' (history entry ');
  const sentence = said.replace(/^url: (?!Liquid)/, '');
  expect(sentence, url).toMatch(/^\S[^\r\n]{9,250}$/);
  expect([step.status, step.body], url).toEqual([
    200,
    { executionId: expect.any(String), status: 'FAILED', error: sentence },
  ]);
  expect(entry, url).toMatchObject({
    id: step.body.executionId,
    trigger: 'workflow',
    status: 'FAILED',
    error: sentence,
    response: null,
  });
  return sentence;
}

describe('every way to run a request, from inside a network where every address answers', () => {
  let entryPoints: EntryPoints;
  beforeAll(async () => {
    entryPoints = await openEntryPoints();
  }, 120_000);
  afterAll(() => entryPoints?.close());

  async function savedRun(fields: object, variables?: object) {
    const id = await entryPoints.save({ timeoutMs: 2000, ...fields });
    if (id === null) throw new Error(`could not be saved: ${JSON.stringify(fields)}`);
    return entryPoints.run(id, variables);
  }
  const none = async (lot: unknown) => expect(await entryPoints.strays(), JSON.stringify(lot)).toEqual([]);

  test('reaches a public target, so the others could be reached too', async () => {
    const { rest, tool, step, entry } = await savedRun({ url: `http://${PUBLIC_NAME}/` });
    const reached = { response: { status: 200, body: 'reached' } };
    expect(rest).toMatchObject({ status: 200, body: reached });
    expect(tool.body.result.structuredContent).toMatchObject(reached);
    expect(step).toMatchObject({ status: 200, body: { status: 'SUCCESS' } });
    expect(entry).toMatchObject({ trigger: 'workflow', status: 'SUCCESS', ...reached });
    await none('public');
  });

  test('never connects to a forbidden target, saved or inserted past validation (contract: HTTP requests 9)', async () => {
    let saved = 0;
    const attempt = async ({ url, headers = {} }: Vector) => {
      const fields = { timeoutMs: 2000 };
      const id = await entryPoints.save({ url, headers, ...fields });
      if (id !== null) saved += 1;
      refusedEverywhere(await entryPoints.run(id ?? (await entryPoints.smuggle(url, headers, fields))), url);
    };
    // `forbidden.test.ts` tries all of them on the client itself; here some of each kind reach every entry
    // point.
    const tried = sampled(forbidden, 3);
    await inBatches(tried, attempt, none);
    expect(saved).toBeGreaterThan((tried.length * 3) / 5);
  });

  test('never connects to a forbidden target rendered by Liquid', async () => {
    await inBatches(
      liquidUrls,
      async ({ url, variables }) => refusedEverywhere(await savedRun({ url }, variables), url),
      none,
    );
  });

  test('never connects to the API itself or its engine', async () => {
    for (const url of await entryPoints.ownAddresses())
      expect(refusedEverywhere(await savedRun({ url }), url)).toContain('private or reserved');
  });

  test('never connects to the target of a redirect', async () => {
    const made = [302, 307].flatMap((status) =>
      redirects.map((to) => `http://${PUBLIC_NAME}/redirect?status=${status}&to=${encodeURIComponent(to)}`),
    );
    await inBatches(
      sampled(made, 3),
      async (url) => {
        const { rest, tool, step, entry } = await savedRun({ url });
        expect(rest.status, url).toBe(502);
        expect(tool.body.result.isError, url).toBe(true);
        const { error, status } = step.body;
        expect(status, url).toBe('FAILED');
        expect(error, url).toMatch(/^the server redirects to .* \(30[27]\), and redirects are not followed$/);
        expect(entry, url).toMatchObject({ status, error });
      },
      none,
    );
  });

  test('never connects to a name that resolves differently after the check', async () => {
    for (const name of sampled(rebindingNames, 2, 1)) {
      const url = `http://${name}/`;
      const id = (await entryPoints.save({ url })) as string;
      for (let round = 0; round < 3; round++) await entryPoints.run(id);
      // By now the name permanently resolves to loopback.
      refusedEverywhere(await entryPoints.run(id), url);
      await none(name);
    }
  });
});
