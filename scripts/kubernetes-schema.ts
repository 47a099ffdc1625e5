import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { type KubernetesObject, titleOf } from './kubernetes-objects.ts';

/**
 * Checks objects against the schemas of Kubernetes, KEDA and the Prometheus operator. Their validators check
 * values but accept unknown fields, so the TypeScript types of the same packages are checked too.
 */
interface Model {
  apiVersion: string;
  kind: string;
  new (data: never): { validate(): void };
}

const OF_KUBERNETES: readonly Model[] = [
  ...[ConfigMap, Deployment, HorizontalPodAutoscaler, Job, Namespace, NetworkPolicy, PodDisruptionBudget],
  ...[Service, ServiceAccount, StatefulSet],
];

const MODELS: readonly { from: string; model: Model }[] = [
  ...OF_KUBERNETES.map((model) => ({ from: 'kubernetes-models', model })),
  { from: '@kubernetes-models/keda', model: ScaledObject },
  ...[PodMonitor, PrometheusRule].map((model: Model) => ({
    from: '@kubernetes-models/prometheus-operator',
    model,
  })),
];

const modelOf = ({ apiVersion, kind }: KubernetesObject) =>
  MODELS.find(({ model }) => model.apiVersion === apiVersion && model.kind === kind);

function valueFaults(object: KubernetesObject): string[] {
  const known = modelOf(object);
  if (!known) return [`${titleOf(object)}: there is no schema of ${object.apiVersion} ${object.kind}`];
  try {
    new known.model(object as never).validate();
    return [];
  } catch (error) {
    return [`${titleOf(object)}: ${(error as Error).message}`];
  }
}

/** Each object as an assignment to its type, on its own line. */
const sourceOf = (objects: readonly KubernetesObject[]) =>
  objects
    .map((object, i) => {
      const from = modelOf(object)?.from;
      const path = `${from}/${object.apiVersion}/${object.kind}`;
      return `export const o${i}: import('${path}').I${object.kind} = ${JSON.stringify(object)};\n`;
    })
    .join('');

const FLAGS = [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  '--module',
  'preserve',
  '--target',
  'esnext',
  '--pretty',
  'false',
];
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

function runCompiler(folder: string): Promise<string> {
  return new Promise((done, fail) => {
    execFile(process.execPath, [tsc, ...FLAGS, 'objects.ts'], { cwd: folder }, (error, stdout) => {
      // tsc exits with 1 or 2 and prints errors if types don't match; without output, it failed itself.
      if (error && !stdout) fail(error);
      else done(stdout);
    });
  });
}

async function typeFaults(objects: readonly KubernetesObject[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-objects-'));
  try {
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'objects.ts'), sourceOf(objects));
    const output = await runCompiler(folder);
    return [...output.matchAll(/^objects\.ts\((\d+),\d+\): error TS\d+: (.*)$/gm)].map(
      ([, line, message]) => `${titleOf(objects[Number(line) - 1] as KubernetesObject)}: ${message}`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function schemaFaults(objects: readonly KubernetesObject[]): Promise<string[]> {
  const known = objects.filter(modelOf);
  return [...objects.flatMap(valueFaults), ...(await typeFaults(known))];
}
