import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../harness/size.ts';
import { type Doors, openDoors, type Tried } from './doors.ts';
import { forbidden, liquidMade, PUBLIC_NAME, rebindingNames, redirects, type Vector } from './vectors.ts';

/** So many at a time; what one of them lets out is seen at the end of its lot. */
const LOT = 6;

async function inLots<T>(
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

/** Refused at every door for the same reason; answers the reason. */
function refusedEverywhere({ rest, tool, step, entry }: Tried, url: string): string {
  expect(rest.status, `${url}: ${JSON.stringify(rest.body)}`).toBeOneOf([400, 502]);
  expect(tool.body.result.isError, url).toBe(true);
  const [said = ''] = rest.body.error.split(' (history entry ');
  const sentence = said.replace(/^url: (?!Liquid)/, '');
  expect(sentence, url).toMatch(/^\S[^\r\n]{9,250}$/);
  expect(step, url).toEqual({
    status: 200,
    body: { executionId: expect.any(String), status: 'FAILED', error: sentence },
  });
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
  let doors: Doors;
  beforeAll(async () => {
    doors = await openDoors();
  }, 120_000);
  afterAll(() => doors?.close());

  async function savedRun(fields: object, variables?: object) {
    const id = await doors.save({ timeoutMs: 2000, ...fields });
    if (id === null) throw new Error(`could not be saved: ${JSON.stringify(fields)}`);
    return doors.run(id, variables);
  }
  const none = async (lot: unknown) => expect(await doors.strays(), JSON.stringify(lot)).toEqual([]);

  test('a public target is reached, so the others could be', async () => {
    const { rest, tool, step, entry } = await savedRun({ url: `http://${PUBLIC_NAME}/` });
    const reached = { response: { status: 200, body: 'reached' } };
    expect(rest).toMatchObject({ status: 200, body: reached });
    expect(tool.body.result.structuredContent).toMatchObject(reached);
    expect(step).toMatchObject({ status: 200, body: { status: 'SUCCESS' } });
    expect(entry).toMatchObject({ trigger: 'workflow', status: 'SUCCESS', ...reached });
    await none('public');
  });

  test('no forbidden target is ever connected to, be it saved or past all rules of saving (contract: HTTP requests 9)', async () => {
    let saved = 0;
    const attempt = async ({ url, headers = {} }: Vector) => {
      const fields = { timeoutMs: 2000 };
      const id = await doors.save({ url, headers, ...fields });
      if (id !== null) saved += 1;
      refusedEverywhere(await doors.run(id ?? (await doors.smuggle(url, headers, fields))), url);
    };
    // Each of them meets the client itself in `forbidden.test.ts`; here some of each kind come to every door.
    const tried = sampled(forbidden, 3);
    await inLots(tried, attempt, none);
    expect(saved).toBeGreaterThan((tried.length * 3) / 5);
  });

  test('nor one that Liquid makes', async () => {
    await inLots(
      liquidMade,
      async ({ url, variables }) => refusedEverywhere(await savedRun({ url }, variables), url),
      none,
    );
  });

  test('nor the API itself or its engine', async () => {
    for (const url of await doors.ownAddresses())
      expect(refusedEverywhere(await savedRun({ url }), url)).toContain('private or reserved');
  });

  test('nor where a target redirects to', async () => {
    const made = [302, 307].flatMap((status) =>
      redirects.map((to) => `http://${PUBLIC_NAME}/redirect?status=${status}&to=${encodeURIComponent(to)}`),
    );
    await inLots(
      sampled(made, 3),
      async (url) => {
        const { rest, tool, step, entry } = await savedRun({ url });
        expect(rest.status, url).toBe(502);
        expect(tool.body.result.isError, url).toBe(true);
        const { error, status } = step.body;
        expect(status, url).toBe('FAILED');
        expect(error, url).toMatch(
          /^the target answered 30[27] and points to .*; redirects are not followed$/,
        );
        expect(entry, url).toMatchObject({ status, error });
      },
      none,
    );
  });

  test('nor where a name leads to once it was checked', async () => {
    for (const name of sampled(rebindingNames, 2, 1)) {
      const url = `http://${name}/`;
      const id = (await doors.save({ url })) as string;
      for (let round = 0; round < 3; round++) await doors.run(id);
      // By now the name leads to loopback for good.
      refusedEverywhere(await doors.run(id), url);
      await none(name);
    }
  });
});
