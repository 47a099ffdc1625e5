import type { OutboundReason } from '../../src/kernel/outbound.ts';
import type { DnsRecords, Zone } from '../harness/name-server.ts';

/**
 * Every known way to reach a forbidden target. All entry points that call out share this list: the client
 * itself, the test endpoint, the tool, and a workflow's step. Each must fail without connecting to any
 * target.
 */
export interface Vector {
  what: string;
  url: string;
  headers?: Record<string, string>;
  reason: OutboundReason;
}

/** Stands for the internet at large. */
export const PUBLIC_ADDRESS = '93.184.215.14';
export const PUBLIC_NAME = 'public.test';
export const OWN_NAME = 'outstep.test';
const PUBLIC_V6 = '2606:2800:21f::1';

/** A proxy that is set in the environment, but must not be used. */
const PROXY = 'http://10.9.9.9:3128';
export const PROXY_VARIABLES = Object.fromEntries(
  ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
    [name, PROXY],
    [name.toLowerCase(), PROXY],
  ]),
);

const http = (host: string, what: string, reason: OutboundReason = 'forbidden'): Vector => ({
  what: `${what}: ${host}`,
  url: `http://${host}/`,
  reason,
});
const hosts = (what: string, list: readonly string[]) => list.map((host) => http(host, what));

const loopback = hosts('loopback', [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1', '127.0.0.1.'],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', '0', '0.0.0.0', '127.255.255.254', '0x0', '127.0.1'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'ⓛocalhost', 'a.localhost', 'loc%61lhost'],
]);
const ipv6 = [
  ...hosts('IPv6', [
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::127.0.0.1]'],
    ...['[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001::1]'],
    ...['[fe80::1]', '[fec0::1]', '[fd00:ec2::254]', '[fd20:ce::254]', '[fc00::1]', '[::ffff:0:7f00:1]'],
    ...['[100::1]', '[2001:db8::1]', '[ff02::1]', '[3fff::1]', '[5f00::1]', '[4000::1]'],
  ]),
  http('[fe80::1%25lo]', 'zone id', 'malformed'),
  http('[fe80::1%lo]', 'zone id', 'malformed'),
];
const metadata = hosts('metadata', [
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:a9fe:a9fe]', '100.100.100.200'],
  ...['168.63.129.16', '[::ffff:168.63.129.16]', '[64:ff9b::168.63.129.16]', '192.0.0.192'],
  ...['metadata.google.internal', '169.254.170.2'],
]);
const reserved = hosts('reserved', [
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ...['100.64.0.1', '100.127.255.255', '198.18.0.1', '198.19.255.255', '192.0.2.1', '198.51.100.1'],
  ...['203.0.113.1', '240.0.0.1', '255.255.255.254', '224.0.0.1', '239.255.255.255', '255.255.255.255'],
  ...['0.0.0.5', '169.254.0.1', '192.88.99.1'],
]);

const classes: Record<string, string> = {
  ...{ loopback: '127.0.0.1', private10: '10.0.0.1', private172: '172.16.0.1', private192: '192.168.0.1' },
  ...{ metadata: '169.254.169.254', azure: '168.63.129.16', cgnat: '100.64.0.1', bench: '198.18.0.1' },
  ...{ docs: '192.0.2.1', future: '240.0.0.1', multicast: '224.0.0.1', unspecified: '0.0.0.0' },
  ...{ loopback6: '::1', unspecified6: '::', mapped: '::ffff:127.0.0.1', compatible: '::127.0.0.1' },
  ...{ nat64: '64:ff9b::7f00:1', sixtofour: '2002:7f00:1::', teredo: '2001::1', linklocal6: 'fe80::1' },
  ...{ unique: 'fd00:ec2::254', sitelocal: 'fec0::1', own: '8.8.4.4' },
};
const classZone = Object.fromEntries(
  Object.entries(classes).map(([name, address]) => [`${name}.class.test`, { addresses: [address] }]),
);

/**
 * Public for the first `n` queries, then loopback: defeats a check that resolves once and then connects by
 * name.
 */
const rebinding =
  (n: number) =>
  (asked: number): DnsRecords => ({ addresses: [asked < n ? PUBLIC_ADDRESS : '127.0.0.1'] });
const REBINDS = [1, 2, 4, 5, 6, 8];
export const rebindingNames = REBINDS.map((n) => `rebind${n}.test`);

const mixed: Zone = {
  'cname.test': { cname: 'private10.class.test' },
  'cname2.test': { cname: 'cname.test' },
  'public-first.test': { addresses: [PUBLIC_ADDRESS, '10.0.0.1'] },
  'private-first.test': { addresses: ['10.0.0.1', PUBLIC_ADDRESS] },
  'v4-public-v6-loopback.test': { addresses: [PUBLIC_ADDRESS, '::1'] },
  'v4-loopback-v6-public.test': { addresses: ['127.0.0.1', PUBLIC_V6] },
  'neighbor.neighbors.test': { addresses: [PUBLIC_ADDRESS] },
};

export const zone: Zone = {
  ...classZone,
  ...mixed,
  ...Object.fromEntries(REBINDS.map((n) => [`rebind${n}.test`, rebinding(n)])),
  [PUBLIC_NAME]: { addresses: [PUBLIC_ADDRESS] },
  [OWN_NAME]: { addresses: [PUBLIC_ADDRESS] },
  'silent.test': null,
};

const names = [
  ...hosts('name', [...Object.keys(classZone), ...Object.keys(mixed).slice(0, -1)]),
  // With the search domain appended, it would be another host.
  http('neighbor', 'single label'),
  http('missing.test', 'no such name', 'unresolvable'),
  http('silent.test', 'silent name server', 'unresolvable'),
];

const vector = (
  what: string,
  url: string,
  reason: OutboundReason,
  headers?: Record<string, string>,
): Vector => ({
  what,
  url,
  reason,
  ...(headers && { headers }),
});
const syntax = [
  vector('user info that looks like the host', 'http://public.test@127.0.0.1/', 'forbidden'),
  vector('credentials in the url', 'http://user:pass@127.0.0.1/', 'forbidden'),
  vector('two at signs', 'http://a@public.test@127.0.0.1/', 'malformed'),
  vector('#@', 'http://127.0.0.1#@public.test/', 'forbidden'),
  vector('?@', 'http://127.0.0.1?@public.test/', 'forbidden'),
  vector('\\@', 'http://127.0.0.1\\@public.test/', 'malformed'),
  vector('\\@ the other way', 'http://public.test\\@127.0.0.1/', 'malformed'),
  vector('backslashes', 'http:\\\\127.0.0.1\\', 'malformed'),
  vector('three slashes', 'http:///127.0.0.1/', 'malformed'),
  vector('no slashes', 'http:127.0.0.1/', 'malformed'),
  vector('space before', ' http://127.0.0.1/', 'malformed'),
  vector('space in the user info', 'http://public.test @127.0.0.1/', 'malformed'),
  ...['ftp', 'file', 'data', 'gopher', 'ws', 'javascript', 'dict', 'unix'].map((scheme) =>
    vector(`scheme ${scheme}`, `${scheme}://127.0.0.1/`, 'malformed'),
  ),
  vector('no scheme', '//127.0.0.1/', 'malformed'),
  vector('empty', '', 'malformed'),
  ...[22, 25, 6379, 0].map((port) => vector(`port ${port}`, `http://public.test:${port}/`, 'forbidden')),
  vector('port 22 by https', 'https://public.test:22/', 'forbidden'),
  vector('port with zeros', 'http://public.test:00022/', 'forbidden'),
  vector('port too large', 'http://public.test:65616/', 'malformed'),
  vector('CRLF in the path', 'http://public.test/\r\nX: y', 'malformed'),
  vector('LF in the host', 'http://127.0.\n0.1/', 'malformed'),
  vector('tab in the scheme', 'ht\ttp://127.0.0.1/', 'malformed'),
  vector('CRLF in a header', 'http://public.test/', 'malformed', { 'X-A': 'a\r\nHost: 127.0.0.1' }),
  vector('LF in a header', 'http://public.test/', 'malformed', { 'X-A': 'a\nb' }),
  vector('CRLF in the name of a header', 'http://public.test/', 'malformed', { 'X-A\r\nHost': 'a' }),
  ...['Host', 'connection', 'Content-Length', 'TRANSFER-ENCODING', 'Upgrade', 'Expect'].map((name) =>
    vector(`header ${name}`, 'http://public.test/', 'malformed', { [name]: '5' }),
  ),
  vector('own address', 'http://8.8.4.4/', 'forbidden'),
  vector('own name', `http://${OWN_NAME}/`, 'forbidden'),
  vector('own name, other port', `http://${OWN_NAME.toUpperCase()}.:3000/`, 'forbidden'),
  vector('https to loopback', 'https://127.0.0.1/', 'forbidden'),
];

export const forbidden: readonly Vector[] = [
  ...loopback,
  ...ipv6,
  ...metadata,
  ...reserved,
  ...names,
  ...syntax,
];

/**
 * URLs that only rendering produces; for the entry points that render. The rendered URL is rejected like the
 * rest.
 */
export const liquidUrls = [
  { url: 'http://{{ variables.host }}/', variables: { host: '127.0.0.1' } },
  { url: 'http://{{ variables.a }}.{{ variables.b }}/', variables: { a: '169.254', b: '169.254' } },
  { url: 'http://public.test{{ variables.rest }}', variables: { rest: '@127.0.0.1/' } },
  { url: 'http://public.test:{{ variables.port }}/', variables: { port: 6379 } },
  { url: 'http://{{ variables.slash }}127.0.0.1/', variables: { slash: '/' } },
  { url: 'http://public.test/{{ variables.path | raw }}', variables: { path: '\r\nX: y' } },
] as const;

/** The port on which the canaries speak TLS. */
export const SECURE_PORT = 8443;

/** Where an honest server may redirect a client that follows, but only to https addresses. */
export const secureRedirects: readonly string[] = [
  ...[
    '127.0.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '0x7f.1',
    '169.254.169.254',
    'loopback.class.test',
    'rebind1.test',
  ].map((host) => `https://${host}:${SECURE_PORT}/`),
  ...[`//127.0.0.1:${SECURE_PORT}/`, `https://user:pass@127.0.0.1:${SECURE_PORT}/`, 'http://127.0.0.1/'],
  ...[
    'http://public.test/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'https://public.test:6379/',
    'javascript:1',
  ],
];

/** Where an honest server may redirect a client that follows. */
export const redirects: readonly string[] = [
  ...['http://127.0.0.1/', 'http://[::ffff:7f00:1]/', 'http://169.254.169.254/latest/meta-data/'],
  ...['http://loopback.class.test/', 'http://rebind1.test/', 'https://127.0.0.1/', 'ftp://127.0.0.1/'],
  ...[
    'file:///etc/passwd',
    '//127.0.0.1/',
    'http://user:pass@127.0.0.1/',
    '/redirect?status=302&to=/redirect',
  ],
];
