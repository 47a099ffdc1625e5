import { Checkbox, Select, Switch } from '@mantine/core';
import { useSearchParams } from '../../parts/search-params.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useConfigs } from './queries.ts';

export const filterNames = ['actionType', 'status', 'actionConfigId', 'warnings'] as const;

/** Stored in the URL, so that a filtered list can be linked to. */
export function Filters({ live, onLive }: { live: boolean; onLive: (live: boolean) => void }) {
  const { history, common } = useTexts();
  const [params, change] = useSearchParams();
  const { actionType = null, status = null, actionConfigId = null } = params;
  const configs = new Map(
    useConfigs().map(({ id, name, isDeleted }) => {
      const label = name || history.unnamed;
      return [id, isDeleted ? history.deletedConfig(label) : label];
    }),
  );
  if (actionConfigId && !configs.has(actionConfigId)) configs.set(actionConfigId, actionConfigId);
  const each = {
    flex: '1 1 12rem',
    maw: { sm: 240 },
    clearable: true,
    clearButtonProps: { 'aria-label': common.clearFilters },
  };
  const successLabels = new Map([
    ['EMAIL', history.receivedStates.sent],
    ['HTTP_REQUEST', history.statuses.SUCCESS],
  ]);
  const success = successLabels.get(actionType ?? '') ?? history.sentOrCompleted;
  const options = (words: Record<string, string>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }));
  return (
    <>
      <Select
        label={history.type}
        placeholder={history.anyType}
        data={options(history.types)}
        value={actionType}
        onChange={(value) => change({ actionType: value })}
        {...each}
      />
      <Select
        label={history.status}
        placeholder={history.anyStatus}
        data={options({ ...history.statuses, SUCCESS: success })}
        value={status}
        onChange={(value) => change({ status: value })}
        {...each}
      />
      <Select
        label={history.config}
        placeholder={history.anyConfig}
        data={[...configs].map(([value, label]) => ({ value, label }))}
        value={actionConfigId}
        onChange={(value) => change({ actionConfigId: value })}
        searchable
        nothingFoundMessage={common.nothingFound}
        {...each}
      />
      <Checkbox
        mb={8}
        label={history.onlyWarnings}
        checked={params['warnings'] === 'true'}
        onChange={({ currentTarget }) => change({ warnings: currentTarget.checked ? 'true' : null })}
      />
      <Switch
        ml="auto"
        mb={8}
        label={history.live}
        title={history.liveHint}
        checked={live}
        onChange={({ currentTarget }) => onLive(currentTarget.checked)}
      />
    </>
  );
}
