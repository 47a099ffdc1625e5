import { Anchor, Badge, Stack, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay, useStore } from '../../api/session.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useListQuery } from '../../parts/search-params.ts';
import { storePath } from '../../parts/store-path.ts';
import { Time } from '../../parts/time.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ChoicesSection } from './choices.tsx';
import { type Alert, useAlerts } from './queries.ts';
import { useAlertTexts } from './use-alert-texts.ts';
import { WebhookSection } from './webhook.tsx';

export function Page() {
  const { pages } = useTexts();
  const texts = useAlertTexts();
  const owner = useMay('owner');
  return (
    <>
      <PageHeader title={pages.alerts} lead={texts.lead} />
      <Stack gap="xl">
        <DataTable
          label={pages.alerts}
          of={useAlerts(useListQuery())}
          rowKey={({ id }) => id}
          empty={<EmptyState icon={IconBell} title={texts.empty} hint={texts.emptyHint} />}
          columns={[
            { title: texts.cause, cell: (alert) => <Cause of={alert} /> },
            { title: texts.state, width: 110, cell: (alert) => <State of={alert} /> },
            { title: texts.howMany, width: 190, cell: (alert) => <Executions of={alert} /> },
            { title: texts.since, width: 130, cell: ({ openedAt }) => <Time of={openedAt} /> },
            {
              title: texts.until,
              width: 130,
              cell: ({ closedAt }) => (closedAt ? <Time of={closedAt} /> : '–'),
            },
          ]}
        />
        <ChoicesSection />
        {owner && <WebhookSection />}
      </Stack>
    </>
  );
}

/** The page where the problem can be fixed. */
function placeOf({ kind, source, actionConfigId }: Alert): string | null {
  if (kind === 'sender' || kind === 'domain') return 'senders';
  if (kind === 'repository') return 'developer';
  if (kind === 'quota') return 'settings';
  if (kind === 'missing_value' && actionConfigId === null) return 'secrets';
  return actionConfigId && `${source === 'EMAIL' ? 'layouts' : 'http-requests'}/${actionConfigId}`;
}

function Cause({ of: alert }: { of: Alert }) {
  const texts = useAlertTexts();
  const { id } = useStore();
  const place = placeOf(alert);
  const said = texts.reasons[alert.reason](alert);
  const shared = [alert.senderName, alert.actionConfigName].filter(Boolean).join(', ');
  return (
    <>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {place ? (
          <Anchor component={Link} to={storePath(id, place)} inherit underline="hover">
            {said}
          </Anchor>
        ) : (
          said
        )}
      </Text>
      {shared && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {texts.inCommon}: {shared}
        </Text>
      )}
      {alert.closedWhy && (
        <Text size="xs" c="dimmed">
          {texts.closings[alert.closedWhy]}
        </Text>
      )}
    </>
  );
}

function State({ of: { state } }: { of: Alert }) {
  const texts = useAlertTexts();
  return (
    <Badge color={state === 'open' ? 'red' : 'gray'} variant="light" c="var(--mantine-color-text)">
      {texts.states[state]}
    </Badge>
  );
}

/** How many executions failed, the first and the last, and a link to all of them. */
function Executions({ of: alert }: { of: Alert }) {
  const texts = useAlertTexts();
  const { number } = useFormats();
  const { id } = useStore();
  const { firstExecutionId, lastExecutionId, source, actionConfigId } = alert;
  if (firstExecutionId === null || lastExecutionId === null) return '–';
  const failed = {
    ...(source !== 'quota' && { actionType: source }),
    // Marketing email with an unknown outcome counts as sent.
    ...(alert.reason !== 'unknown_outcome' && { status: 'FAILED' }),
    ...(actionConfigId && { actionConfigId }),
  };
  return (
    <>
      <Anchor component={Link} to={storePath(id, 'history')} search={failed as never} size="sm">
        {texts.count(alert.count).replace(String(alert.count), number(alert.count))}
      </Anchor>
      <Text size="xs" c="dimmed">
        <Anchor component={Link} to={storePath(id, `history/${firstExecutionId}`)} inherit>
          {texts.firstOne}
        </Anchor>{' '}
        <Time of={alert.firstAt} />
        <br />
        <Anchor component={Link} to={storePath(id, `history/${lastExecutionId}`)} inherit>
          {texts.lastOne}
        </Anchor>{' '}
        <Time of={alert.lastAt} />
      </Text>
    </>
  );
}
