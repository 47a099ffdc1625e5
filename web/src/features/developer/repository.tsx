import { Alert, Badge, Button, Code, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconBrandGithub } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Failure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { capitalized } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useTranslateMessage } from '../../texts/use-said.ts';
import { ConnectRepositoryDialog } from './connect-repository-dialog.tsx';
import { type RepositoryConnection, useDisconnectRepository, useRepository } from './queries.ts';

const colors = { connected: 'pine', waiting: 'yellow', reconnect: 'red' } as const;
const SHORT_SHA = 7;

export function Repository() {
  const { developer } = useTexts();
  const owner = useMay('owner');
  const repository = useRepository();
  const disconnect = useDisconnectRepository();
  const connection = repository.data?.connection ?? null;
  const [dialog, setDialog] = useState<'connect' | 'disconnect' | null>(null);
  // A dialog keeps its subject until it has closed, even if it has changed the connection.
  const [subject, setSubject] = useState<RepositoryConnection | null>(null);
  const open = (wanted: 'connect' | 'disconnect') => {
    setSubject(connection);
    setDialog(wanted);
  };
  const close = () => setDialog(null);
  return (
    <Section
      title={developer.repository}
      hint={developer.repositoryHint}
      action={
        owner &&
        connection && (
          <Group gap="xs">
            <Button variant="default" onClick={() => open('connect')}>
              {developer.connectAgain}
            </Button>
            <Button variant="default" onClick={() => open('disconnect')}>
              {developer.disconnect}
            </Button>
          </Group>
        )
      }
    >
      {repository.isError ? (
        <Failure error={repository.error} retry={repository.refetch} />
      ) : repository.isPending ? (
        <Skeleton height={80} />
      ) : connection ? (
        <Connected of={connection} />
      ) : (
        <EmptyState
          icon={IconBrandGithub}
          title={developer.noRepository}
          hint={owner ? developer.noRepositoryHint : developer.ownersConnect}
        >
          {owner && <Button onClick={() => open('connect')}>{developer.connect}</Button>}
        </EmptyState>
      )}
      <ConnectRepositoryDialog opened={dialog === 'connect'} onClose={close} connection={subject} />
      <ConfirmDelete
        opened={dialog === 'disconnect'}
        title={developer.disconnectTitle(subject?.repository ?? '')}
        action={developer.disconnect}
        onClose={close}
        run={async () => {
          await disconnect.mutateAsync();
          notify(developer.disconnected);
        }}
      >
        {developer.disconnectText(subject?.waiting ?? 0)}
      </ConfirmDelete>
    </Section>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed" component="dt">
        {title}
      </Text>
      <Text size="sm" component="dd" m={0}>
        {children}
      </Text>
    </div>
  );
}

function Connected({ of: connection }: { of: RepositoryConnection }) {
  const { developer, common } = useTexts();
  const said = useTranslateMessage();
  const { status, lastError, lastCommit, lastCommitAt, waiting } = connection;
  return (
    <>
      {status !== 'connected' && (
        <Alert
          color={colors[status]}
          variant="light"
          icon={<IconAlertTriangle />}
          title={developer.troubles[status]}
        >
          {lastError && capitalized(said(lastError))}
        </Alert>
      )}
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="md" m={0}>
        <Fact title={developer.repository}>
          <Group gap={6} component="span">
            <b>{connection.repository}</b>
            <Badge size="sm" color={colors[status]}>
              {developer.statuses[status]}
            </Badge>
          </Group>
        </Fact>
        <Fact title={developer.branch}>{connection.branch}</Fact>
        <Fact title={developer.folder}>{connection.folder || developer.root}</Fact>
        <Fact title={developer.lastCommit}>
          {lastCommit ? (
            <>
              <Code>{lastCommit.slice(0, SHORT_SHA)}</Code> <Time of={lastCommitAt} />
            </>
          ) : (
            common.never
          )}
        </Fact>
        <Fact title={developer.waiting}>{developer.waitingFor(waiting)}</Fact>
        <Fact title={developer.connectedSince}>
          <Time of={connection.connectedAt} absolute /> ({developer.accesses[connection.access]})
        </Fact>
      </SimpleGrid>
    </>
  );
}
