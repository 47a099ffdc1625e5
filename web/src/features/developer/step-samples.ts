/** A complete signed `send-email` call in each language that the page shows. */
export const sampleLanguages = ['curl', 'typescript', 'python'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/**
 * The placeholders where the secret and, in a store without layouts, the layout belong. Without its
 * underscores the former is Base64, so that a program with it is rejected by the server and not by its own
 * decoder.
 */
export const NO_SECRET = 'whsec_THE_SIGNING_SECRET';
export const NO_LAYOUT = 'YOUR_LAYOUT_ID';

export interface SampleStep {
  origin: string;
  storeId: string;
  layoutId: string | null;
  variables: Record<string, unknown>;
  secret: string | null;
}

/** The variables the step sends: the layout's test variables, plus a value for each required one. */
export function sampleVariables(given: unknown, required: readonly string[]): Record<string, unknown> {
  const variables = structuredClone(given ?? { order: { name: '#1001' } }) as Record<string, unknown>;
  // Lists and quoted names are left to the reader; `__proto__` would not be a member of the sample.
  const paths = required.filter((path) => !path.includes('[') && !path.includes('__proto__'));
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() as string;
    let at = variables;
    for (const name of names) {
      const own = Object.hasOwn(at, name) ? at[name] : null;
      const inner = typeof own === 'object' && own !== null ? own : {};
      at[name] = inner;
      at = inner as Record<string, unknown>;
    }
    if (!Object.hasOwn(at, last)) at[last] = '1001';
  }
  return variables;
}

/**
 * All members except the run id, which each language generates itself: repeating one would not send an email.
 */
const membersOf = ({ layoutId, variables }: SampleStep) => ({
  stepId: 'confirm-order',
  workflow: 'Order paid',
  layoutId: layoutId ?? NO_LAYOUT,
  senderId: 'capture',
  to: ['anna@customer.example'],
  variables,
});

const urlOf = ({ origin, storeId }: SampleStep) => `${origin}/platforms/generic/${storeId}/send-email`;

const WIDTH = 76;

/** How a language writes JSON values; strings and numbers are the same in all of them. */
interface JsonSyntax {
  indent: string;
  words: Readonly<Record<'true' | 'false' | 'null', string>>;
}

const json: JsonSyntax = { indent: '  ', words: { true: 'true', false: 'false', null: 'null' } };
const python: JsonSyntax = { indent: '    ', words: { true: 'True', false: 'False', null: 'None' } };

/** Writes on one line where it fits, so that the important part of the sample is above the fold. */
function write(value: unknown, writing: JsonSyntax, margin = '', width = WIDTH): string {
  if (value === null || typeof value === 'boolean')
    return writing.words[String(value) as keyof JsonSyntax['words']];
  if (typeof value !== 'object') return JSON.stringify(value);
  const within = margin + writing.indent;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = (deeper: string, wide: number) =>
    Object.entries(value).map(([name, member]) => {
      const written = write(member, writing, deeper, wide);
      return Array.isArray(value) ? written : `${JSON.stringify(name)}: ${written}`;
    });
  const line = `${open}${items('', Number.POSITIVE_INFINITY).join(', ')}${close}`;
  if (margin.length + line.length <= width) return line;
  return `${open}\n${within}${items(within, width).join(`,\n${within}`)}\n${margin}${close}`;
}

/** The members of an object, one per line. */
const writeMembers = (members: object, writing: JsonSyntax) =>
  Object.entries(members)
    .map(([name, member]) => `${writing.indent}"${name}": ${write(member, writing, writing.indent)}`)
    .join(',\n');

/** The here-document is quoted, so that the shell leaves the values unchanged. */
function curlSample(step: SampleStep): string {
  const members = writeMembers({ runId: 'RUN_ID', ...membersOf(step) }, json);
  return `SECRET='${step.secret ?? NO_SECRET}'
URL='${urlOf(step)}'
BODY=$(cat <<'JSON'
{
${members}
}
JSON
)
BODY=\${BODY/RUN_ID/run-$(openssl rand -hex 8)}

ID=msg_$(openssl rand -hex 12)
TIMESTAMP=$(date +%s)
KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)

curl -sS "$URL" \\
  -H 'Content-Type: application/json' \\
  -H "webhook-id: $ID" \\
  -H "webhook-timestamp: $TIMESTAMP" \\
  -H "webhook-signature: v1,$SIGNATURE" \\
  --data-binary "$BODY"`;
}

function typescriptSample(step: SampleStep): string {
  const members = writeMembers(membersOf(step), json);
  return `import { createHmac, randomBytes } from 'node:crypto';

const secret = '${step.secret ?? NO_SECRET}';
const url = '${urlOf(step)}';
const body = JSON.stringify({
  "runId": \`run-\${randomBytes(8).toString('hex')}\`,
${members}
});

const id = \`msg_\${randomBytes(12).toString('hex')}\`;
const timestamp = Math.floor(Date.now() / 1000).toString();
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
const signature = createHmac('sha256', key)
  .update(\`\${id}.\${timestamp}.\${body}\`)
  .digest('base64');

const answer = await fetch(url, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': \`v1,\${signature}\`,
  },
  body,
});
console.log(answer.status, await answer.text());`;
}

function pythonSample(step: SampleStep): string {
  const members = writeMembers(membersOf(step), python);
  return `import base64, hashlib, hmac, json, secrets, time, urllib.error, urllib.request

secret = "${step.secret ?? NO_SECRET}"
url = "${urlOf(step)}"
body = json.dumps({
    "runId": f"run-{secrets.token_hex(8)}",
${members}
}).encode()

id = f"msg_{secrets.token_hex(12)}"
timestamp = str(int(time.time()))
key = base64.b64decode(secret.removeprefix("whsec_"))
signed = f"{id}.{timestamp}.".encode() + body
signature = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()

request = urllib.request.Request(url, body, {
    "Content-Type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": f"v1,{signature}",
})
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    answer = error
print(answer.status, answer.read().decode())`;
}

const samples = { curl: curlSample, typescript: typescriptSample, python: pythonSample };

export const sampleIn = (language: SampleLanguage, step: SampleStep) => samples[language](step);
