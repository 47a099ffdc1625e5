import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { parseAllDocuments } from 'yaml';

/**
 * The parts of the output of `kubectl apply -k` that our rules look at
 * (docs/adr/0050-ship-a-kustomize-base-with-two-overlays.md).
 */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels };
  data?: Record<string, string>;
  // Differs by kind; the schemas define it.
  spec?: unknown;
}

export type Labels = Record<string, string>;

export interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: Record<string, unknown>;
}

export interface Probe {
  httpGet?: { path: string; port: string | number };
  tcpSocket?: { port: string | number };
}

export interface Container {
  name: string;
  image: string;
  args?: string[];
  env?: EnvVar[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  resources?: { requests?: Labels; limits?: Labels };
  securityContext?: Record<string, unknown>;
  volumeMounts?: { name: string; mountPath: string }[];
}

export interface Volume {
  name: string;
  emptyDir?: object;
  secret?: {
    secretName: string;
    optional?: boolean;
    defaultMode?: number;
    items?: { key: string; path: string }[];
  };
}

export interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: Record<string, unknown>;
  topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string; labelSelector: Selector }[];
  containers: Container[];
  initContainers?: Container[];
  volumes?: Volume[];
}

export interface Workload extends KubernetesObject {
  spec: {
    replicas?: number;
    serviceName?: string;
    selector?: Selector;
    template: { metadata: { labels: Labels }; spec: PodSpec };
    volumeClaimTemplates?: { metadata: { name: string } }[];
  };
}

const WORKLOADS = ['Deployment', 'StatefulSet', 'Job'];

const kustomize = createRequire(import.meta.url).resolve('kustomize/run.js');

/** The objects as `kubectl kustomize` renders them. */
export function renderFolder(folder: string): KubernetesObject[] {
  const text = execFileSync(process.execPath, [kustomize, 'build', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS());
}

export const ofKind = <T = KubernetesObject>(objects: readonly KubernetesObject[], kind: string) =>
  objects.filter((each) => each.kind === kind) as T[];

export const workloadsIn = (objects: readonly KubernetesObject[]) =>
  objects.filter(({ kind }) => WORKLOADS.includes(kind)) as Workload[];

/** Workloads that run until they are stopped. */
export const servicesIn = (objects: readonly KubernetesObject[]) =>
  workloadsIn(objects).filter(({ kind }) => kind !== 'Job');

export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`the rules do not know the operator ${operator}`);
      return values.includes(labels[key] ?? '');
    })
  );
}

export const selected = (objects: readonly KubernetesObject[], selector: Selector) =>
  workloadsIn(objects).filter(({ spec }) => selects(selector, spec.template.metadata.labels));

export const containersOf = ({ spec }: Workload) => [
  ...spec.template.spec.containers,
  ...(spec.template.spec.initContainers ?? []),
];

/** For messages, like `Deployment api`. */
export const titleOf = ({ kind, metadata }: KubernetesObject) => `${kind} ${metadata.name}`;

export const COMPONENT = 'app.kubernetes.io/component';

/** Groups that are applied before the migration job, and the job itself. */
export const FIRST: readonly string[] = ['settings', 'network', 'migrate'];
