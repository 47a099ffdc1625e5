import { NOT_ROOT } from './image-rules.ts';
import { type Container, containersOf, type PodSpec, titleOf, type Workload } from './kubernetes-objects.ts';

type Rule = [fault: string, holds: boolean];

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What a container could say otherwise than its pod. */
const OF_THE_POD = ['runAsUser', 'runAsGroup', 'runAsNonRoot', 'seccompProfile', 'privileged', 'procMount'];

const podRules = (pod: PodSpec): Rule[] => {
  const { runAsNonRoot, runAsUser, fsGroup, seccompProfile } = pod.securityContext ?? {};
  return [
    ['may run as root', runAsNonRoot === true && runAsUser === NOT_ROOT && fsGroup === NOT_ROOT],
    ['has no seccomp profile', isEqual(seccompProfile, { type: 'RuntimeDefault' })],
    ['has a token of Kubernetes', pod.automountServiceAccountToken === false],
    ['gets settings by the names of services', pod.enableServiceLinks === false],
    ['shares a namespace with its machine', !(pod.hostNetwork || pod.hostPID || pod.hostIPC)],
    ['has a folder of its machine', !(pod.volumes ?? []).some((volume) => 'hostPath' in volume)],
  ];
};

const containerRules = (pod: PodSpec, { name, ...container }: Container): Rule[] => {
  const {
    securityContext = {},
    resources: { requests = {}, limits = {} } = {},
    volumeMounts = [],
  } = container;
  const tmp = volumeMounts.find(({ mountPath }) => mountPath === '/tmp');
  const isWritable = (pod.volumes ?? []).some((volume) => volume.name === tmp?.name && 'emptyDir' in volume);
  return [
    [`${name} can write to its root`, securityContext['readOnlyRootFilesystem'] === true],
    // Restate answers that it is well without it, and carries nothing.
    [`${name} has no /tmp`, isWritable],
    [`${name} can gain rights`, securityContext['allowPrivilegeEscalation'] === false],
    [`${name} has capabilities`, isEqual(securityContext['capabilities'], { drop: ['ALL'] })],
    [`${name} takes what its pod may not`, !OF_THE_POD.some((key) => key in securityContext)],
    [`${name} asks for no processor or memory`, Boolean(requests['cpu'] && requests['memory'])],
    [`${name} has no limit of memory`, Boolean(limits['memory'])],
  ];
};

/** What a process may do to its machine and its neighbours, if somebody has found a way into it. */
export function confinementFaults(workload: Workload): string[] {
  const pod = workload.spec.template.spec;
  const rules = [
    ...podRules(pod),
    ...containersOf(workload).flatMap((container) => containerRules(pod, container)),
  ];
  return rules.filter(([, holds]) => !holds).map(([fault]) => `${titleOf(workload)}: ${fault}`);
}
