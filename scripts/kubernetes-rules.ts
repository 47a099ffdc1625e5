import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { settingNames } from '../server/src/config.ts';
import { confinementFaults } from './kubernetes-confinement.ts';
import { networkFaults } from './kubernetes-network.ts';
import {
  COMPONENT,
  type Container,
  containersOf,
  FIRST,
  type KubernetesObject,
  ofKind,
  type PodSpec,
  type Selector,
  selected,
  selects,
  servicesIn,
  titleOf,
  type Workload,
  workloadsIn,
} from './kubernetes-objects.ts';

/**
 * Rules that a schema cannot express: whether the objects are consistent with each other, the product and our
 * conventions.
 */

const isOurs = ({ image }: Container) => /(^|\/)outstep:/.test(image);

/** Variables that the AWS SDK reads, with the path of a file. */
const OF_OTHERS = ['AWS_SHARED_CREDENTIALS_FILE'];

/**
 * The files that secret volumes provide, by path in the container; a pattern if a secret is mounted as a
 * whole.
 */
function secretFiles(pod: PodSpec, { volumeMounts = [] }: Container): (string | RegExp)[] {
  return (pod.volumes ?? []).flatMap<string | RegExp>(({ name, secret }) => {
    const path = volumeMounts.find((mount) => mount.name === name)?.mountPath;
    if (!secret || path === undefined) return [];
    if (!secret.items) return [new RegExp(`^${path}/[^/]+$`)];
    return secret.items.map((item) => `${path}/${item.path}`);
  });
}

function environmentOf(objects: readonly KubernetesObject[], { env = [], envFrom = [] }: Container) {
  const maps = ofKind(objects, 'ConfigMap');
  const fromMaps = envFrom.flatMap(({ configMapRef }) =>
    Object.entries(maps.find(({ metadata }) => metadata.name === configMapRef?.name)?.data ?? {}),
  );
  return [...fromMaps, ...env.map(({ name, value = '' }) => [name, value] as const)];
}

function settingFaults(objects: readonly KubernetesObject[], workload: Workload): string[] {
  const pod = workload.spec.template.spec;
  return containersOf(workload).flatMap((container) => {
    const files = secretFiles(pod, container);
    const at = titleOf(workload);
    const given = environmentOf(objects, container);
    return [
      ...(container.env ?? [])
        .filter(({ valueFrom }) => valueFrom && 'secretKeyRef' in valueFrom)
        .map(({ name }) => `${at}: ${name} is a secret in the environment`),
      ...(container.envFrom ?? [])
        .filter(({ secretRef }) => secretRef)
        .map(() => `${at}: a secret is in the environment`),
      ...given
        .filter(([name]) => isOurs(container) && !OF_OTHERS.includes(name))
        .filter(([name]) => !settingNames.includes(name.replace(/_FILE$/, '')))
        .map(([name]) => `${at}: no setting is called ${name}`),
      ...given
        .filter(([name, value]) => name.endsWith('_FILE') && !files.some((file) => matches(file, value)))
        .map(([name]) => `${at}: no secret brings the file of ${name}`),
    ];
  });
}

const matches = (file: string | RegExp, path: string) =>
  typeof file === 'string' ? file === path : file.test(path);

function referenceFaults(objects: readonly KubernetesObject[], workload: Workload): string[] {
  const { template, volumeClaimTemplates = [], serviceName } = workload.spec;
  const pod = template.spec;
  const has = (kind: string, name: string | undefined) =>
    ofKind(objects, kind).some(({ metadata }) => metadata.name === name);
  const volumes = [...(pod.volumes ?? []), ...volumeClaimTemplates.map(({ metadata }) => metadata)];
  const wanted: [string, boolean][] = [
    [`account ${pod.serviceAccountName}`, has('ServiceAccount', pod.serviceAccountName)],
    ...(workload.kind === 'StatefulSet'
      ? ([[`service ${serviceName}`, has('Service', serviceName)]] as [string, boolean][])
      : []),
    ...containersOf(workload).flatMap(({ envFrom = [], volumeMounts = [] }): [string, boolean][] => [
      ...envFrom.map(({ configMapRef }): [string, boolean] => [
        `settings ${configMapRef?.name}`,
        has('ConfigMap', configMapRef?.name),
      ]),
      ...volumeMounts.map(({ name }): [string, boolean] => [
        `volume ${name}`,
        volumes.some((volume) => volume.name === name),
      ]),
    ]),
  ];
  return wanted
    .filter(([, isThere]) => !isThere)
    .map(([what]) => `${titleOf(workload)}: there is no ${what}`);
}

const PROBES = ['readinessProbe', 'livenessProbe'] as const;
const SPREAD = ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'];

function serviceFaults(workload: Workload): string[] {
  const { template, selector = {} } = workload.spec;
  const { labels } = template.metadata;
  const { containers, topologySpreadConstraints: spread = [] } = template.spec;
  const at = titleOf(workload);
  return [
    ...(selects(selector, labels) ? [] : [`${at}: does not select its own pods`]),
    ...containers.flatMap((container) =>
      PROBES.filter((probe) => !container[probe]).map((probe) => `${at}: has no ${probe}`),
    ),
    ...containers.flatMap(({ ports = [], startupProbe, readinessProbe, livenessProbe }) =>
      [startupProbe, readinessProbe, livenessProbe]
        .map((probe) => probe?.httpGet?.port ?? probe?.tcpSocket?.port)
        .filter((port) => port !== undefined && !ports.some(({ name }) => name === port))
        .map((port) => `${at}: a probe asks the port ${port}, which there is not`),
    ),
    ...SPREAD.filter(
      (key) => !spread.some((each) => each.topologyKey === key && selects(each.labelSelector, labels)),
    ).map((key) => `${at}: is not spread over ${key}`),
  ];
}

/**
 * Seconds that a process may need to exit after the preStop hook and draining, as promised in
 * docs/OPERATIONS.md.
 */
const ENDING_SECONDS: Record<string, number> = { api: 40, worker: 70 };

function endingFaults(objects: readonly KubernetesObject[], workload: Workload): string[] {
  const { containers, terminationGracePeriodSeconds: grace = 30 } = workload.spec.template.spec;
  return containers.filter(isOurs).flatMap((container) => {
    const settings = new Map(environmentOf(objects, container));
    const drain = container.name === 'api' ? Number(settings.get('OUTSTEP_DRAIN_MS') ?? 5_000) / 1_000 : 0;
    const before = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const needed = before + drain + (ENDING_SECONDS[container.name] ?? 0);
    return grace >= needed ? [] : [`${titleOf(workload)}: is killed after ${grace} s and may need ${needed}`];
  });
}

/** Objects that select pods by label, each with the ports it refers to. */
function selectorFaults(objects: readonly KubernetesObject[]): string[] {
  const looking: { of: KubernetesObject; selector: Selector; ports: (string | number)[] }[] = [
    ...ofKind<
      KubernetesObject & { spec: { selector: Record<string, string>; ports: { targetPort: string }[] } }
    >(objects, 'Service').map((of) => ({
      of,
      selector: { matchLabels: of.spec.selector },
      ports: of.spec.ports.map(({ targetPort }) => targetPort),
    })),
    ...ofKind<KubernetesObject & { spec: { selector: Selector } }>(objects, 'PodDisruptionBudget').map(
      (of) => ({
        of,
        selector: of.spec.selector,
        ports: [],
      }),
    ),
    ...ofKind<KubernetesObject & { spec: { selector: Selector; podMetricsEndpoints: { port: string }[] } }>(
      objects,
      'PodMonitor',
    ).map((of) => ({
      of,
      selector: of.spec.selector,
      ports: of.spec.podMetricsEndpoints.map(({ port }) => port),
    })),
  ];
  return looking.flatMap(({ of, selector, ports }) => {
    const pods = selected(objects, selector);
    if (pods.length === 0) return [`${titleOf(of)}: selects nothing`];
    return pods.flatMap((pod) => {
      const known = containersOf(pod).flatMap((container) => container.ports ?? []);
      return ports
        .filter((port) => !known.some(({ name }) => name === port))
        .map((port) => `${titleOf(of)}: ${titleOf(pod)} has no port ${port}`);
    });
  });
}

type Scaler = KubernetesObject & { spec: { scaleTargetRef: { name: string } } };

/** If a manifest set the number of replicas, each apply would undo the scaler's decision. */
function scalingFaults(objects: readonly KubernetesObject[]): string[] {
  const scalers = [
    ...ofKind<Scaler>(objects, 'ScaledObject'),
    ...ofKind<Scaler>(objects, 'HorizontalPodAutoscaler'),
  ];
  const targets = scalers.map(({ spec }) => spec.scaleTargetRef.name);
  return [
    ...targets
      .filter((name) => !ofKind(objects, 'Deployment').some(({ metadata }) => metadata.name === name))
      .map((name) => `there is no Deployment ${name} to scale`),
    ...servicesIn(objects)
      .filter(({ metadata, spec }) => targets.includes(metadata.name) === (spec.replicas !== undefined))
      .map((each) => `${titleOf(each)}: its number is said twice, or not at all`),
  ];
}

/** Objects are applied in groups by this label; the first group must contain everything it needs. */
function orderFaults(objects: readonly KubernetesObject[]): string[] {
  const groupOf = ({ metadata }: KubernetesObject) => metadata.labels?.[COMPONENT] ?? '';
  const early = objects.filter((each) => FIRST.includes(groupOf(each)));
  return [
    ...objects.filter((each) => groupOf(each) === '').map((each) => `${titleOf(each)}: is in no group`),
    ...objects
      .filter(({ metadata }) => metadata.namespace !== 'outstep')
      .map((each) => `${titleOf(each)}: is in another namespace`),
    ...workloadsIn(early).flatMap((job) => referenceFaults(early, job)),
    ...servicesIn(early).map((each) => `${titleOf(each)}: starts before the database is up to date`),
    ...(ofKind(early, 'Job').length === 1 ? [] : ['there is not one job that migrates']),
  ];
}

function imageFaults(objects: readonly KubernetesObject[], version: string, engine: string): string[] {
  return workloadsIn(objects).flatMap((workload) =>
    containersOf(workload)
      .filter((container) =>
        isOurs(container) ? !container.image.endsWith(`:${version}`) : container.image !== engine,
      )
      .map(({ image }) => `${titleOf(workload)}: ${image} is not the image of this release`),
  );
}

export interface Release {
  /** The version of the product. */
  version: string;
  /** The engine's image, as in the compose file. */
  engine: string;
}

export const thisRelease = (): Release => ({
  version: JSON.parse(readFileSync('package.json', 'utf8')).version,
  engine: parse(readFileSync('deploy/compose/compose.yaml', 'utf8'), { merge: true }).services.restate.image,
});

/** Problems with the objects of an overlay. */
export const faultsOf = (objects: readonly KubernetesObject[], { version, engine }: Release): string[] => [
  ...workloadsIn(objects).flatMap((workload) => [
    ...confinementFaults(workload),
    ...settingFaults(objects, workload),
    ...referenceFaults(objects, workload),
    ...endingFaults(objects, workload),
  ]),
  ...servicesIn(objects).flatMap(serviceFaults),
  ...selectorFaults(objects),
  ...networkFaults(objects),
  ...scalingFaults(objects),
  ...orderFaults(objects),
  ...imageFaults(objects, version, engine),
];
