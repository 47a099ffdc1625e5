import { Alert, Anchor, Code, Grid, List, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconInbox } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useMay, useStore } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { storePath } from '../../parts/store-path.ts';
import { Duration, Time } from '../../parts/time.tsx';
import { useRunName } from '../../parts/use-run-name.ts';
import { capitalized } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useTranslateMessage } from '../../texts/use-said.ts';
import { MailAnswers } from './mail-answers.tsx';
import { type HistoryDetail, useHistoryEntry } from './queries.ts';
import { Recipients } from './recipients.tsx';
import { Replay } from './replay.tsx';
import { SentContent } from './sent-content.tsx';
import { Status } from './status.tsx';
import { Timeline } from './timeline.tsx';

export function Page() {
  const { entryId = '' } = useParams({ strict: false }) as { entryId?: string };
  return <Entry key={entryId} id={entryId} />;
}

function Back() {
  const { history } = useTexts();
  const { id } = useStore();
  return (
    <Anchor component={Link} to={storePath(id, 'history')} size="sm" underline="hover">
      <IconArrowLeft size={14} aria-hidden /> {history.back}
    </Anchor>
  );
}

function Entry({ id }: { id: string }) {
  const { history } = useTexts();
  const entry = useHistoryEntry(id);
  const runName = useRunName();
  const editor = useMay('editor');
  const { data } = entry;
  // A test run keeps no step to replay; it is run again on the request's own page.
  const mayReplay =
    editor && data?.status === 'FAILED' && !(data.actionType === 'HTTP_REQUEST' && data.trigger === 'test');
  return (
    <>
      <Back />
      <PageHeader title={data ? runName(data) : history.entry} lead={data && history.types[data.actionType]}>
        {mayReplay && <Replay entry={data} />}
      </PageHeader>
      {entry.isError ? (
        <Failure error={entry.error} retry={entry.refetch} />
      ) : data ? (
        <EntryDetails entry={data} />
      ) : (
        <Skeleton height={240} />
      )}
    </>
  );
}

function EntryDetails({ entry }: { entry: HistoryDetail }) {
  const { history, versions } = useTexts();
  const said = useTranslateMessage();
  return (
    <Stack gap="lg">
      {entry.error && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={history.error}>
          {capitalized(said(entry.error, entry.errorMessage))}
        </Alert>
      )}
      {entry.captured && <Captured />}
      {entry.warnings.length > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} title={history.warnings}>
          <List size="sm">
            {entry.warnings.map(({ path, where }) => (
              <List.Item key={path}>
                <Code>{path}</Code> {where.map((field) => versions.fields[field] ?? field).join(', ')}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {entry.status === 'PENDING' && (
        <Alert variant="light" role="status">
          {history.underWay}
        </Alert>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
          <Stack gap="lg">
            <Section title={history.about}>
              <About entry={entry} />
            </Section>
            <Section title={history.timeline}>
              <Timeline of={entry.timeline} />
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
          <Stack gap="lg">
            <SentContent entry={entry} />
            <MailAnswers entry={entry} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** Links to the captured email, for those who may see it. */
function Captured() {
  const { history, pages } = useTexts();
  const { id } = useStore();
  const editor = useMay('editor');
  return (
    <Alert color="yellow" variant="light" icon={<IconInbox />} title={history.captured}>
      {history.capturedText}{' '}
      {editor && (
        <Anchor component={Link} to={storePath(id, 'captured-mails')} inherit c="inherit" td="underline">
          {pages.capturedMails}
        </Anchor>
      )}
    </Alert>
  );
}

/** Links to the layout or request that ran, and to the version that was sent. */
function Config({ entry }: { entry: HistoryDetail }) {
  const { history } = useTexts();
  const { id } = useStore();
  const { actionConfigId, actionConfigVersion } = entry;
  const name = useRunName()(entry);
  if (actionConfigId === null) return name;
  const isMail = entry.actionType === 'EMAIL';
  const path = `${isMail ? 'layouts' : 'http-requests'}/${actionConfigId}`;
  return (
    <>
      <Anchor component={Link} to={storePath(id, path)} inherit underline="hover">
        {name}
      </Anchor>
      {isMail && actionConfigVersion !== null && (
        <>
          {' · '}
          <Anchor
            component={Link}
            to={storePath(id, path)}
            search={{ tab: 'versions', version: String(actionConfigVersion) } as never}
            inherit
            underline="hover"
          >
            {history.version(actionConfigVersion)}
          </Anchor>
        </>
      )}
    </>
  );
}

function About({ entry }: { entry: HistoryDetail }) {
  const { history } = useTexts();
  return (
    <Facts
      facts={[
        [history.status, <Status key="status" of={entry} />],
        [history.trigger, history.triggers[entry.trigger]],
        [history.when, <Time key="when" of={entry.createdAt} />],
        [history.duration, entry.durationMs === null ? null : <Duration key="took" ms={entry.durationMs} />],
        [history.recipients, entry.recipients?.length ? <Recipients key="recipients" entry={entry} /> : null],
        [
          entry.actionType === 'EMAIL' ? history.searchLayout : history.types.HTTP_REQUEST,
          <Config key="config" entry={entry} />,
        ],
        [history.language, entry.locale],
        [history.attempts, entry.attempts],
        [history.run, entry.runId],
        [history.workflow, entry.workflow],
        [history.step, entry.stepId],
      ]}
    />
  );
}
