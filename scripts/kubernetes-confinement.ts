import { NOT_ROOT } from './image-rules.ts';
import { type Container, containersOf, type PodSpec, titleOf, type Workload } from './kubernetes-objects.ts';

/**
 * Limits what a compromised process can do to its machine and its neighbors, beyond what Kubernetes itself
 * rejects because of the namespace's `restricted` standard.
 */
type ConfinementRule = [fault: string, holds: boolean];

const podRules = (pod: PodSpec): ConfinementRule[] => [
  ['runs as another user than the image', pod.securityContext?.['runAsUser'] === NOT_ROOT],
  ['cannot write to its volumes', pod.securityContext?.['fsGroup'] === NOT_ROOT],
  ['has a token of Kubernetes', pod.automountServiceAccountToken === false],
  ['gets settings by the names of services', pod.enableServiceLinks === false],
];

const containerRules = (pod: PodSpec, container: Container): ConfinementRule[] => {
  const { name, securityContext = {}, resources: { requests = {}, limits = {} } = {} } = container;
  const tmp = (container.volumeMounts ?? []).find(({ mountPath }) => mountPath === '/tmp');
  const isWritable = (pod.volumes ?? []).some((volume) => volume.name === tmp?.name && 'emptyDir' in volume);
  return [
    [`${name} can write to its root`, securityContext['readOnlyRootFilesystem'] === true],
    // Without /tmp, Restate reports that it is healthy but processes nothing.
    [`${name} has no /tmp`, isWritable],
    [`${name} asks for no processor or memory`, Boolean(requests['cpu'] && requests['memory'])],
    [`${name} has no limit of memory`, Boolean(limits['memory'])],
  ];
};

export function confinementFaults(workload: Workload): string[] {
  const pod = workload.spec.template.spec;
  const rules = [
    ...podRules(pod),
    ...containersOf(workload).flatMap((container) => containerRules(pod, container)),
  ];
  return rules.filter(([, holds]) => !holds).map(([fault]) => `${titleOf(workload)}: ${fault}`);
}
