import { Text } from '@mantine/core';
import { FieldChanges } from '../../parts/changes-list.tsx';
import { Section } from '../../parts/section.tsx';
import { VersionList } from '../../parts/version-list.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useRestoreVersion, useVersionChanges, useVersions } from './queries.ts';

/** The saved versions of a request, to compare with the current one and to restore. */
export function Versions({ id, onRestored }: { id: string; onRestored: () => void }) {
  const { httpRequests, versions } = useTexts();
  const list = useVersions(id);
  const restore = useRestoreVersion(id);
  return (
    <Section title={versions.title} hint={versions.lead}>
      <VersionList
        document={`/http-requests/${id}`}
        of={list}
        current={list.data?.items[0]?.version}
        changes={(version) => <RequestChanges id={id} version={version} />}
        restoreText={httpRequests.restoreText}
        restore={async (version) => {
          await restore.mutateAsync(version);
          onRestored();
        }}
      />
    </Section>
  );
}

function RequestChanges({ id, version }: { id: string; version: number }) {
  const { httpRequests } = useTexts();
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {httpRequests.credentialsHidden}
      </Text>
      <FieldChanges of={useVersionChanges(id, version)} />
    </>
  );
}
