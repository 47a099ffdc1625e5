import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, from `coverage/durations.json` of a check. */
const longest = [
  'tenants/matrix',
  'tenants/any-login',
  'repository/versions',
  'mailboxes/sending',
  'sending/retry-schedule',
  'outbound/doors',
  'engine/restarts',
  'sending/mails',
  'app/matrix',
  'repository/chaos',
  'chaos/chaos',
  'render-liquid',
  'engine/steps',
  'outbound/hostile',
  'faults/master-key',
  'app/mailboxes',
];

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
const placeOf = ({ moduleId }: TestSpecification) => {
  const at = longest.findIndex((name) => moduleId.endsWith(`server/test/${name}.test.ts`));
  return at < 0 ? longest.length : at;
};

/** A long file that comes last runs alone while the other cores have nothing to do; a clean clone knows no durations. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort(
      (one, other) => groupOf(one) - groupOf(other) || placeOf(one) - placeOf(other),
    );
  }
}
