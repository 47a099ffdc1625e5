import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import {
  type AddressRange,
  isInRange,
  isPublicAddress,
  parseRange,
} from '../server/src/adapters/outbound/addresses.ts';
import { mayReach, policiesIn } from './kubernetes-network.ts';
import { COMPONENT, renderFolder } from './kubernetes-objects.ts';

const large = renderFolder('deploy/kubernetes/overlays/large');

test('allows exactly the listed connections', () => {
  const parts = ['api', 'worker', 'engine', 'migrate'];
  const ports = [3000, 5122, 8080, 9070, 9080, 9464];
  const reached = parts.flatMap((from) =>
    parts.flatMap((to) =>
      ports
        .filter((port) => mayReach(large, { [COMPONENT]: from }, { [COMPONENT]: to }, port))
        .map((port) => `${from} → ${to} ${port}`),
    ),
  );
  expect(reached).toEqual([
    'api → engine 8080',
    'api → engine 9070',
    'worker → engine 8080',
    'worker → engine 9070',
    'engine → worker 9080',
    'engine → engine 5122',
  ]);
});

describe('egress allows the same addresses as the outbound guard', () => {
  const rules = policiesIn(large).find(({ metadata }) => metadata.name === 'to-internet')?.spec.egress ?? [];
  const range = (text: string) => parseRange(text) as AddressRange;
  const blocks = rules
    .flatMap(({ to = [] }) => to)
    .flatMap(({ ipBlock }) => ipBlock ?? [])
    .map(({ cidr, except = [] }) => ({ cidr: range(cidr), except: except.map(range) }));
  const isOpen = (address: string) =>
    blocks.some(
      ({ cidr, except }) => isInRange(address, cidr) && !except.some((each) => isInRange(address, each)),
    );

  /** The first and last address of a range, and their neighbors outside. */
  function edgesOf([start, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): string[] {
    const bytes = start.toByteArray();
    const size = BigInt(bytes.length * 8 - bits);
    const whole = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
    const first = (whole >> size) << size;
    const last = first + (1n << size) - 1n;
    const end = (1n << BigInt(bytes.length * 8)) - 1n;
    return [first - 1n, first, last, last + 1n]
      .filter((each) => each >= 0n && each <= end)
      .map((each) => {
        const hex = each.toString(16).padStart(bytes.length * 2, '0');
        return ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString();
      });
  }

  const special = [ipaddr.IPv4.prototype, ipaddr.IPv6.prototype].flatMap((kind) =>
    Object.values((kind as unknown as { SpecialRanges: Record<string, unknown[]> }).SpecialRanges).flatMap(
      (ranges) => (Array.isArray(ranges[0]) ? ranges : [ranges]) as [ipaddr.IPv4, number][],
    ),
  );
  const named = blocks.flatMap(({ cidr, except }) => [cidr, ...except]);
  const addresses = [...special, ...named, range('168.63.129.16')].flatMap(edgesOf);

  test('agrees at the edges of every address range', () => {
    expect(addresses.length).toBeGreaterThan(150);
    // An address in NAT64 is an IPv4 address, which the policy cannot inspect.
    const compared = addresses.filter((address) => !address.startsWith('64:ff9b:'));
    expect(compared.filter((address) => isOpen(address) !== isPublicAddress(address))).toEqual([]);
  });

  test('anywhere', () => {
    const step = 2 ** 32 / 4_001;
    const everywhere = Array.from({ length: 4_001 }, (_, i) => {
      const value = Math.floor(i * step);
      return ipaddr
        .fromByteArray([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])
        .toString();
    });
    expect(everywhere.filter((address) => isOpen(address) !== isPublicAddress(address))).toEqual([]);
  });

  test.each(['8.8.8.8', '2606:4700::1111'])('%s is open', (address) => expect(isOpen(address)).toBe(true));
  test.each(['10.96.0.1', '169.254.169.254', '192.168.1.1', 'fd00::1', 'fe80::1'])(
    '%s is closed',
    (address) => expect(isOpen(address)).toBe(false),
  );
});
