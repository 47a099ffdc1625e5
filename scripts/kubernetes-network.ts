import {
  containersOf,
  type KubernetesObject,
  type Labels,
  ofKind,
  type Selector,
  selected,
  selects,
  titleOf,
  type Workload,
} from './kubernetes-objects.ts';

export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

export interface NetworkRule {
  from?: Peer[];
  to?: Peer[];
  ports?: { protocol: string; port: number }[];
}

export interface NetworkPolicy extends KubernetesObject {
  spec: { podSelector: Selector; policyTypes: string[]; ingress?: NetworkRule[]; egress?: NetworkRule[] };
}

export const policiesIn = (objects: readonly KubernetesObject[]) =>
  ofKind<NetworkPolicy>(objects, 'NetworkPolicy');

const deniesAll = ({ spec }: NetworkPolicy) =>
  JSON.stringify(spec.podSelector) === '{}' && spec.policyTypes.length === 2 && !spec.ingress && !spec.egress;

const portsOf = (workload: Workload) =>
  containersOf(workload).flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort));

/** Selectors of pods in this namespace. */
const insiders = (peers: readonly Peer[]) =>
  peers.filter(({ namespaceSelector }) => !namespaceSelector).flatMap(({ podSelector }) => podSelector ?? []);

function ruleFaults(objects: readonly KubernetesObject[], policy: NetworkPolicy): string[] {
  const at = titleOf(policy);
  const pods = selected(objects, policy.spec.podSelector);
  const { ingress = [], egress = [] } = policy.spec;
  const missing = (workloads: Workload[], ports: NetworkRule['ports'] = []) =>
    workloads.flatMap((workload) =>
      ports
        .filter(({ port }) => !portsOf(workload).includes(port))
        .map(({ port }) => `${at}: ${titleOf(workload)} has no port ${port}`),
    );
  return [
    ...(pods.length === 0 ? [`${at}: selects nothing`] : []),
    ...[...ingress.flatMap(({ from }) => from ?? [{}]), ...egress.flatMap(({ to }) => to ?? [{}])]
      .filter((peer) => Object.keys(peer).length === 0)
      .map(() => `${at}: lets everybody through`),
    ...insiders([...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)])
      .filter((selector) => selected(objects, selector).length === 0)
      .map(() => `${at}: is about pods that there are not`),
    ...ingress.flatMap(({ ports }) => missing(pods, ports)),
    ...egress.flatMap(({ to = [], ports }) =>
      insiders(to).flatMap((selector) => missing(selected(objects, selector), ports)),
    ),
  ];
}

/** Whether a pod may open a connection to another one, according to the policies at both ends. */
export function mayReach(
  objects: readonly KubernetesObject[],
  from: Labels,
  to: Labels,
  port: number,
): boolean {
  const admits = (direction: 'ingress' | 'egress', own: Labels, other: Labels) =>
    policiesIn(objects)
      .filter(({ spec }) => selects(spec.podSelector, own))
      .flatMap(({ spec }) => spec[direction] ?? [])
      .filter(({ ports }) => !ports || ports.some((each) => each.port === port))
      .flatMap((rule) => insiders((direction === 'ingress' ? rule.from : rule.to) ?? []))
      .some((selector) => selects(selector, other));
  return admits('egress', from, to) && admits('ingress', to, from);
}

export const networkFaults = (objects: readonly KubernetesObject[]): string[] => [
  ...(policiesIn(objects).some(deniesAll) ? [] : ['no policy denies what no other allows']),
  ...policiesIn(objects).flatMap((each) => ruleFaults(objects, each)),
];
