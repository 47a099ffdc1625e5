import { describe, expect, test } from 'vitest';
import { type KubernetesObject, renderFolder, titleOf } from './kubernetes-objects.ts';
import { faultsOf, thisRelease } from './kubernetes-rules.ts';
import { schemaFaults } from './kubernetes-schema.ts';

const large = renderFolder('deploy/kubernetes/overlays/large');

type Tree = Record<string, unknown>;

/** Names of generated settings end in a hash of their contents. */
const plainTitle = (object: KubernetesObject) => titleOf(object).replace(/-\w{10}$/, '');

/** `pod` and `container` are short for the full paths to them. */
const namesIn = (path: string) =>
  path
    .replace(/^container\b/, 'pod.containers.0')
    .replace(/^pod\b/, 'spec.template.spec')
    .split('.');

/** A copy with another value at a path; `undefined` removes it. */
function changed(title: string, path: string, value?: unknown): KubernetesObject[] {
  const copy = structuredClone(large);
  const object = copy.find((each) => plainTitle(each) === title);
  const names = namesIn(path);
  const last = names.pop() as string;
  const at = names.reduce<Tree>((tree, each) => tree[each] as Tree, object as unknown as Tree);
  expect(at, path).toBeTypeOf('object');
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

const API = 'Deployment api';
const WORKER = 'Deployment worker';
const ENGINE = 'StatefulSet restate';
const OTHERS = { app: 'another' };
const GROUP = 'app.kubernetes.io/component';
const IN_ENVIRONMENT = {
  name: 'REDIS_URL',
  valueFrom: { secretKeyRef: { name: 'outstep', key: 'redis-url' } },
};

type BrokenObject = [title: string, path: string, value: unknown, fault: string];

const confinement: BrokenObject[] = [
  [API, 'pod.securityContext.runAsUser', 1000, 'runs as another user than the image'],
  [WORKER, 'pod.securityContext.fsGroup', undefined, 'cannot write to its volumes'],
  ['Job migrate', 'pod.automountServiceAccountToken', undefined, 'has a token of Kubernetes'],
  [ENGINE, 'pod.enableServiceLinks', true, 'gets settings by the names of services'],
  [API, 'container.securityContext.readOnlyRootFilesystem', false, 'api can write to its root'],
  [ENGINE, 'container.volumeMounts', [], 'restate has no /tmp'],
  [API, 'container.resources.requests.cpu', undefined, 'api asks for no processor or memory'],
  [WORKER, 'container.resources.limits', undefined, 'worker has no limit of memory'],
];

const settings: BrokenObject[] = [
  [API, 'container.env.0.name', 'DATABSE_URL_FILE', 'no setting is called DATABSE_URL_FILE'],
  [
    API,
    'container.env.0.value',
    '/run/secrets/outstep/other',
    'no secret brings the file of DATABASE_URL_FILE',
  ],
  [API, 'pod.volumes.0.secret.items', [], 'no secret brings the file of DATABASE_URL_FILE'],
  [API, 'container.env.1', IN_ENVIRONMENT, 'REDIS_URL is a secret in the environment'],
  [API, 'container.envFrom.1', { secretRef: { name: 'outstep' } }, 'a secret is in the environment'],
];

const references: BrokenObject[] = [
  [API, 'pod.serviceAccountName', 'default', 'there is no account default'],
  [API, 'container.envFrom.0.configMapRef.name', 'setting', 'there is no settings setting'],
  [API, 'container.volumeMounts.0.name', 'secret', 'there is no volume secret'],
  [ENGINE, 'spec.serviceName', 'nodes', 'there is no service nodes'],
  ['PodDisruptionBudget worker', 'spec.selector.matchLabels', OTHERS, 'selects nothing'],
  ['Service api', 'spec.ports.0.targetPort', 'web', 'Deployment api has no port web'],
  ['PodMonitor outstep', 'spec.podMetricsEndpoints.0.port', 'web', 'Deployment worker has no port web'],
  [WORKER, 'container.image', 'outstep:0.1.0', 'outstep:0.1.0 is not the image of this release'],
  [ENGINE, 'container.image', 'restatedev/restate', 'restatedev/restate is not the image of this release'],
];

const running: BrokenObject[] = [
  [API, 'spec.selector.matchLabels', OTHERS, 'does not select its own pods'],
  [WORKER, 'container.readinessProbe', undefined, 'has no readinessProbe'],
  [WORKER, 'container.livenessProbe', undefined, 'has no livenessProbe'],
  [API, 'container.readinessProbe.httpGet.port', 'web', 'a probe asks the port web, which there is not'],
  [
    API,
    'pod.topologySpreadConstraints.1.labelSelector.matchLabels',
    OTHERS,
    'is not spread over kubernetes.io/host',
  ],
  [WORKER, 'pod.terminationGracePeriodSeconds', 30, 'is killed after 30 s and may need 75'],
  [WORKER, 'spec.replicas', 2, 'its number is said twice, or not at all'],
  [ENGINE, 'spec.replicas', undefined, 'its number is said twice, or not at all'],
];

const network: BrokenObject[] = [
  ['NetworkPolicy api', 'spec.ingress.0.from', undefined, 'lets everybody through'],
  ['NetworkPolicy worker', 'spec.podSelector.matchLabels', OTHERS, 'selects nothing'],
  [
    'NetworkPolicy worker',
    'spec.ingress.0.from.0.podSelector.matchLabels',
    OTHERS,
    'is about pods that there are not',
  ],
  ['NetworkPolicy worker', 'spec.ingress.0.ports.0.port', 9081, 'Deployment worker has no port 9081'],
  ['NetworkPolicy engine', 'spec.egress.0.ports.0.port', 9081, 'Deployment worker has no port 9081'],
];

const order: BrokenObject[] = [
  [API, 'metadata.labels', {}, 'is in no group'],
  [API, 'metadata.namespace', 'default', 'is in another namespace'],
  [API, 'metadata.labels', { [GROUP]: 'settings' }, 'starts before the database is up to date'],
];

/** Changes that are reported for another object. */
const elsewhere: BrokenObject[] = [
  ['ConfigMap settings', 'data.OUTSTEP_BSE_URL', 'x', `${API}: no setting is called OUTSTEP_BSE_URL`],
  ['ConfigMap settings', 'data.OUTSTEP_DRAIN_MS', '30000', `${API}: is killed after 60 s and may need 70`],
  ['ConfigMap settings', 'metadata.labels', { [GROUP]: 'api' }, 'Job migrate: there is no settings'],
  ['NetworkPolicy deny-all', 'spec.egress', [{}], 'no policy denies what no other allows'],
  ['ScaledObject worker', 'spec.scaleTargetRef.name', 'workers', 'there is no Deployment workers to scale'],
  ['Job migrate', 'metadata.labels', { [GROUP]: 'api' }, 'there is not one job that migrates'],
];

describe('detects mistakes', () => {
  test.each([...confinement, ...settings, ...references, ...running, ...network, ...order])(
    '%s: %s',
    (title, path, value, fault) => {
      expect(faultsOf(changed(title, path, value), thisRelease()).join('\n')).toContain(`${title}: ${fault}`);
    },
  );

  test.each(elsewhere)('%s: %s', (title, path, value, fault) => {
    expect(faultsOf(changed(title, path, value), thisRelease()).join('\n')).toContain(fault);
  });

  test('rejects an unknown field, type, value and kind by the schemas', async () => {
    const alone = (title: string, path: string, value: unknown) =>
      changed(title, path, value).find((each) => titleOf(each) === title) as KubernetesObject;
    const faults = await schemaFaults([
      alone(API, 'container.securityContext.readOnlyRootFilesytem', true),
      alone(ENGINE, 'spec.replicas', '3'),
      alone('ScaledObject worker', 'spec.maxReplicas', 3),
      alone('PodMonitor engine', 'spec.podMetricsEndpoints.0.interval', 'soon'),
      { apiVersion: 'v2', kind: 'Pod', metadata: { name: 'x' } },
    ]);
    const blamed = faults.map((fault) => fault.split(':')[0]);
    expect(new Set(blamed)).toEqual(
      new Set([API, ENGINE, 'ScaledObject worker', 'PodMonitor engine', 'Pod x']),
    );
    for (const words of ['readOnlyRootFilesytem', 'maxReplicas', 'no schema of v2 Pod'])
      expect(faults.join('\n')).toContain(words);
  });
});
