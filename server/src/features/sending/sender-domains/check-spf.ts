import type { DnsReader } from '../../../kernel/dns.ts';
import { publicDetail, publicRecords } from './dns-records.rules.ts';
import type { CheckState, SpfCheck, SpfFinding } from './sender-domains.schema.ts';
import { isOpenToAll, MAX_SPF_LENGTH, readSpf } from './spf-record.rules.ts';
import { providerOf, repairSpf, termsFor } from './spf-repair.rules.ts';
import { readSpfTree, SpfEvaluationError, spfTexts } from './spf-tree.ts';
import { type SpfResult, type SpfResults, spfResults } from './spf-verdict.ts';

/** Only the first ten addresses of a mail server are checked. */
const MAX_ADDRESSES = 10;

interface SpfAssessment {
  state: CheckState;
  code: SpfFinding['code'];
  detail: string;
  /** Terms that the record lacks; `null` if changing it would not help. */
  adding: string[] | null;
}

interface SmtpHost {
  host: string;
  addresses: string[];
}

async function addressesOf(dns: DnsReader, host: string): Promise<string[]> {
  const answers = await Promise.all([dns.addresses(host, 4), dns.addresses(host, 6)]);
  const found = answers.flatMap((answer) => (answer.state === 'found' ? answer.records : []));
  if (found.length === 0 && answers.some(({ state }) => state === 'unknown'))
    throw new SpfEvaluationError('no_answer', host);
  return found.slice(0, MAX_ADDRESSES);
}

const isOnly = (results: SpfResults, result: SpfResult) => results.size === 1 && results.has(result);

const refusals: readonly (readonly [SpfResult, SpfFinding['code']])[] = [
  ['fail', 'server_refused'],
  ['softfail', 'server_doubted'],
  ['neutral', 'server_unsaid'],
];

/** Receivers' verdict on a mail server, which may use any of its addresses. */
async function judgedServer(
  dns: DnsReader,
  domain: string,
  { host, addresses }: SmtpHost,
): Promise<Omit<SpfAssessment, 'adding'>> {
  const outside: { address: string; results: SpfResults }[] = [];
  for (const address of addresses) {
    const results = await spfResults(dns, domain, address);
    if (!isOnly(results, 'pass')) outside.push({ address, results });
  }
  if (outside.length === 0) return { state: 'right', code: 'server_allowed', detail: host };
  const detail = outside.map(({ address }) => address).join(', ');
  // The result depends on the email.
  if (outside.some(({ results }) => results.size > 1 || results.has('untold')))
    return { state: 'unknown', code: 'cannot_tell', detail };
  if (outside.length < addresses.length) return { state: 'wrong', code: 'server_allowed_in_part', detail };
  const [, code] = refusals.find(([result]) => outside.some(({ results }) => results.has(result))) ?? [];
  return { state: 'wrong', code: code ?? 'server_unsaid', detail };
}

async function judgedRecord(dns: DnsReader, domain: string, server: SmtpHost): Promise<SpfAssessment> {
  const { reached, hasLookupLeft } = await readSpfTree(dns, domain);
  const adding = termsFor(server.host, server.addresses, hasLookupLeft);
  const [open] = [...reached].find(([, { mechanisms }]) => mechanisms.some(isOpenToAll)) ?? [];
  if (open !== undefined)
    return {
      ...{ state: 'wrong', code: 'allows_everybody', detail: open },
      adding: open === domain && adding.length > 0 ? adding : null,
    };
  const provider = providerOf(server.host);
  if (provider !== null)
    return reached.has(provider)
      ? { state: 'right', code: 'provider_allowed', detail: provider, adding: null }
      : { state: 'wrong', code: 'provider_missing', detail: provider, adding };
  if (server.addresses.length === 0)
    return { state: 'unknown', code: 'server_has_no_address', detail: server.host, adding: null };
  const judged = await judgedServer(dns, domain, server);
  return { ...judged, adding: judged.state === 'right' ? null : adding };
}

async function assessSpf(
  dns: DnsReader,
  domain: string,
  host: string,
  records: number,
): Promise<SpfAssessment> {
  const addresses = providerOf(host) === null ? await addressesOf(dns, host) : [];
  const adding = termsFor(host, addresses, true);
  if (records === 0)
    return { state: 'missing', code: 'no_record', detail: host, adding: adding.length > 0 ? adding : null };
  if (records > 1) return { state: 'wrong', code: 'several_records', detail: String(records), adding };
  return judgedRecord(dns, domain, { host, addresses });
}

async function judgedOrStopped(...given: Parameters<typeof assessSpf>): Promise<SpfAssessment> {
  try {
    return await assessSpf(...given);
  } catch (error) {
    if (!(error instanceof SpfEvaluationError)) throw error;
    const { code, detail } = error;
    return { state: code === 'no_answer' ? 'unknown' : 'wrong', code, detail, adding: null };
  }
}

/** No repair is offered for a record that cannot be parsed. */
const isReadable = (texts: readonly string[]) =>
  texts.every((text) => text.length <= MAX_SPF_LENGTH && !('fault' in readSpf(text)));

/** Checks whether a host may send a domain's email, as receivers see it. */
export async function checkSpf(dns: DnsReader, domain: string, host: string): Promise<SpfCheck> {
  const answer = await dns.texts(domain);
  const texts = answer.state === 'unknown' ? [] : await spfTexts(dns, domain);
  const { state, code, detail, adding } =
    answer.state === 'unknown'
      ? { state: 'unknown' as const, code: 'no_answer' as const, detail: domain, adding: null }
      : await judgedOrStopped(dns, domain, host, texts.length);
  const mends = adding !== null && isReadable(texts);
  return {
    ...{ state, name: domain, found: publicRecords(texts) },
    findings: [{ code, detail: publicDetail(detail) }],
    put: mends ? { name: domain, type: 'TXT', value: repairSpf(texts, adding) } : null,
  };
}
