import { randomUUIDv7 } from 'node:crypto';
import type { TestResponse } from '../harness/client.ts';
import type { TestKey } from '../harness/outstep.ts';
import type { Env } from '../harness/process.ts';
import { sampled } from '../harness/size.ts';
import { fieldsFor, type Probe, siblingsOf, type Values } from './probes.ts';
import { nounFor, nounOf } from './record-kinds.ts';
import type { TenantWorld } from './world.ts';

/** A name that belongs to none of the caller's records. */
export interface Stranger {
  kind: string;
  values: Values;
}

/** The three main cases. */
function main(foreign: string): Record<string, string> {
  return { foreign, random: randomUUIDv7(), malformed: 'no-such-id' };
}

/**
 * Other values that could be taken for an ID; in the regular check, the probes of one operation share them;
 * in the nightly one, each tries all of them.
 */
function alternativeIds(foreign: string, world: TenantWorld, probe: Probe): Record<string, string> {
  const siblings = siblingsOf(probe);
  const all = {
    'foreign, upper case': foreign.toUpperCase(),
    // PostgreSQL itself would read the next three as the same id.
    'foreign, braced': `{${foreign}}`,
    'foreign, without hyphens': foreign.replaceAll('-', ''),
    'foreign, spaced': ` ${foreign} `,
    'foreign, with NUL': `${foreign}\u0000`,
    'the other store': world.other.storeId,
    "the other store's key": world.other.key.id,
    'nil id': '00000000-0000-0000-0000-000000000000',
    SQL: "' or true --",
    'a long text': 'x'.repeat(1000),
  };
  return Object.fromEntries(sampled(Object.entries(all), siblings.length, siblings.indexOf(probe)));
}

/** Each naming member in turn gets a stranger's value, the others keep the caller's own. */
export function strangerCases(world: TenantWorld, probe: Probe, all = true): Stranger[] {
  nounFor(probe.path);
  const own = world.own.records[nounOf(probe.path)] ?? {};
  const foreign = world.other.records[nounOf(probe.path)] ?? {};
  for (const member of probe.members) {
    if (own[member] === undefined || foreign[member] === undefined) {
      throw new Error(`${probe.title}: the seeder of "${nounOf(probe.path)}" does not say its "${member}"`);
    }
  }
  // Names that both stores use (a language, a version number) identify no stranger.
  return probe.members
    .filter((member) => own[member] !== foreign[member])
    .flatMap((member) => {
      const id = foreign[member] as string;
      const kinds = { ...main(id), ...(all && alternativeIds(id, world, probe)) };
      return Object.entries(kinds).map(([kind, value]) => ({
        kind: `${member}: ${kind}`,
        values: { ...pick(own, probe.members), [member]: value, ...fieldsFor(probe) },
      }));
    });
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** Headers that differ between responses, whatever was requested. */
const CHANGING = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy']);

/** Everything in a response by which a caller could distinguish two cases. */
export const comparableResponse = ({ status, headers, text }: TestResponse) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !CHANGING.has(name)),
});

export interface StrangerResult {
  kind: string;
  answer: TestResponse;
}

/** What a caller gets for records that are not theirs. */
export async function resultsOfStrangers(
  world: TenantWorld,
  probe: Probe,
  options: { key?: TestKey; headers?: Env; all?: boolean } = {},
): Promise<StrangerResult[]> {
  const key = options.key ?? (await world.own.newKey());
  return Promise.all(
    strangerCases(world, probe, options.all).map(async ({ kind, values }) => ({
      kind,
      answer: await probe.ask(world, key, values, options.headers),
    })),
  );
}
