import { Grid, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { Failure } from '../../parts/failure.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Failures } from './failures.tsx';
import { Figures } from './figures.tsx';
import { FirstMail } from './first-mail.tsx';
import { type Stats, useSetupProgress, useStats } from './queries.ts';
import { Volume } from './volume.tsx';

const windows = [7, 30, 90] as const;
const USUAL = 30;

export function Page() {
  const { dashboard, pages } = useTexts();
  const [params, change] = useSearchParams();
  const days = windows.find((each) => String(each) === params['days']) ?? USUAL;
  const stats = useStats(days);
  return (
    <>
      <PageHeader title={pages.dashboard} lead={dashboard.lead}>
        <SegmentedControl
          aria-label={dashboard.window}
          value={String(days)}
          onChange={(value) => change({ days: value === String(USUAL) ? null : value })}
          data={windows.map((each) => ({ value: String(each), label: dashboard.days(each) }))}
        />
      </PageHeader>
      {stats.isError ? (
        <Failure error={stats.error} retry={stats.refetch} />
      ) : stats.isPending ? (
        <Waiting />
      ) : stats.data.totals.success === 0 ? (
        <WithoutSuccess stats={stats.data} />
      ) : (
        <Statistics stats={stats.data} />
      )}
    </>
  );
}

function Waiting() {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {['rate', 'mails', 'requests', 'failed'].map((name) => (
        <Skeleton key={name} height={104} />
      ))}
    </SimpleGrid>
  );
}

/**
 * No workflow succeeded in this period: a new store is guided until one does, an established one sees its
 * days (contract: The app 5).
 */
function WithoutSuccess({ stats }: { stats: Stats }) {
  const { dashboard } = useTexts();
  const { isPending, ...progress } = useSetupProgress();
  if (isPending) return <Waiting />;
  const hasRun = stats.totals.total > 0;
  return (
    <Stack gap="lg">
      {progress.workflow !== 'succeeded' ? (
        <FirstMail {...progress} />
      ) : (
        !hasRun && <Text role="status">{dashboard.oldHint(stats.days)}</Text>
      )}
      {(hasRun || progress.workflow === 'succeeded') && <Statistics stats={stats} />}
    </Stack>
  );
}

function Statistics({ stats }: { stats: Stats }) {
  return (
    <Stack gap="lg">
      <Figures stats={stats} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Volume stats={stats} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Failures of={stats.topFailures} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
