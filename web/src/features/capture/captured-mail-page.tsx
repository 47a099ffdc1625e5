import { Anchor, Badge, Paper, Skeleton, Stack, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useStore } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { findingsOf } from './findings.ts';
import { FindingsTab } from './findings-tab.tsx';
import { HeadersTab, HtmlTab, SourceTab, TextTab } from './mail-tabs.tsx';
import { type CapturedMailDetail, useCapturedMail } from './queries.ts';
import { readMail } from './read-mail.ts';
import { useCaptureTexts } from './use-capture-texts.ts';

const tabs = ['html', 'text', 'headers', 'source', 'findings'] as const;
type Tab = (typeof tabs)[number];

export function Page() {
  const { mailId = '' } = useParams({ strict: false }) as { mailId?: string };
  const texts = useCaptureTexts();
  const { id } = useStore();
  const mail = useCapturedMail(mailId);
  const { data } = mail;
  return (
    <>
      <Anchor component={Link} to={storePath(id, 'captured-mails')} size="sm" underline="hover">
        <IconArrowLeft size={14} aria-hidden /> {texts.back}
      </Anchor>
      <PageHeader title={data?.subject ?? texts.mail} lead={data && <Lead mail={data} />} />
      {mail.isError ? (
        <Failure error={mail.error} retry={mail.refetch} />
      ) : data ? (
        <Mail key={data.id} mail={data} />
      ) : (
        <Skeleton height={480} />
      )}
    </>
  );
}

function Mail({ mail }: { mail: CapturedMailDetail }) {
  const texts = useCaptureTexts();
  const [params, change] = useSearchParams();
  const tab = tabs.find((each) => each === params['tab']) ?? 'html';
  const read = useMemo(() => readMail(mail.html, location.origin), [mail.html]);
  const findings = useMemo(() => findingsOf(mail, read.facts), [mail, read]);
  return (
    <Stack gap="lg">
      <Paper withBorder p="md">
        <About mail={mail} />
      </Paper>
      <Tabs
        value={tab}
        onChange={(value) => change({ tab: value === 'html' ? null : (value as Tab) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((each) => (
            <Tabs.Tab
              key={each}
              value={each}
              px={{ base: 8, sm: 'md' }}
              rightSection={
                each === 'findings' && findings.length > 0 ? (
                  <Badge size="sm" color="yellow" c="var(--mantine-color-text)" variant="light">
                    {findings.length}
                  </Badge>
                ) : undefined
              }
            >
              {texts.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="html">
          <HtmlTab html={read.html} remotePictures={read.facts.remotePictures.length} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <TextTab text={mail.text} />
        </Tabs.Panel>
        <Tabs.Panel value="headers">
          <HeadersTab source={mail.source} />
        </Tabs.Panel>
        <Tabs.Panel value="source">
          <SourceTab mail={mail} />
        </Tabs.Panel>
        <Tabs.Panel value="findings">
          <FindingsTab findings={findings} links={read.facts.links} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

type Address = CapturedMailDetail['from'];

const written = ({ name, address }: Address) => (name ? `${name} <${address}>` : address);
const list = (addresses: readonly Address[]) => addresses.map(written).join(', ') || null;

/** Its status, the time, and a link to its history entry. */
function Lead({ mail }: { mail: CapturedMailDetail }) {
  const { history } = useTexts();
  const texts = useCaptureTexts();
  const { id } = useStore();
  return (
    <>
      {texts.notSent} {history.triggers[mail.trigger]} · <Time of={mail.capturedAt} /> ·{' '}
      <Anchor component={Link} to={storePath(id, `history/${mail.executionId}`)} inherit>
        {texts.openHistory}
      </Anchor>
    </>
  );
}

function About({ mail }: { mail: CapturedMailDetail }) {
  const { history } = useTexts();
  const texts = useCaptureTexts();
  const { id } = useStore();
  const { actionConfigId, actionConfigName } = mail;
  const name = actionConfigName || history.unnamed;
  return (
    <Facts
      facts={[
        [texts.from, written(mail.from)],
        [texts.to, list(mail.to)],
        ['Cc', list(mail.cc)],
        ['Bcc', list(mail.bcc)],
        [texts.replyTo, mail.replyTo && written(mail.replyTo)],
        [
          history.files,
          mail.attachments.map(({ filename, bytes }) => texts.file(filename, bytes)).join(', ') || null,
        ],
        [
          history.searchLayout,
          actionConfigId ? (
            <Anchor key="layout" component={Link} to={storePath(id, `layouts/${actionConfigId}`)} inherit>
              {name}
            </Anchor>
          ) : (
            name
          ),
        ],
      ]}
    />
  );
}
