import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, from `coverage/durations.json` of a check. */
const longest = [
  'repository/versions',
  'mailboxes/sending',
  'chaos/chaos',
  'engine/restarts',
  'sending/mails',
  'repository/chaos',
  'layouts/bombs',
  'outbound/hostile',
  'render-liquid',
  'tenants/matrix',
  'sending/files',
  'engine/steps',
  'render-pool',
  'tenants/any-login',
  'repository/github-faults',
  'design/compile-body',
  'repository/github',
  'outbound/entry-points',
  'e2e/app-layouts',
  'e2e/app-pages',
  'e2e/app-mailboxes',
  'e2e/app-pages-bare',
  'e2e/app-sign-in',
  'e2e/design/hostile',
];

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
const placeOf = ({ moduleId }: TestSpecification) => {
  const at = longest.findIndex((name) => moduleId.endsWith(`server/test/${name}.test.ts`));
  return at < 0 ? longest.length : at;
};

/**
 * A long file that comes last would run alone while the other cores are idle; a clean clone has no durations.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort(
      (one, other) => groupOf(one) - groupOf(other) || placeOf(one) - placeOf(other),
    );
  }
}
