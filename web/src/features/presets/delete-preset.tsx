import { DeleteUnlessUsed } from '../../parts/delete-unless-used.tsx';
import { notify } from '../../parts/notify.ts';
import { UsageImpact } from '../../parts/reach/impact.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type PresetSummary, useDeletePreset } from './queries.ts';

interface DeletePresetProps {
  preset: PresetSummary | null;
  onClose: () => void;
}

export function DeletePreset({ preset, onClose }: DeletePresetProps) {
  const { presets, files, reach, common } = useTexts();
  const remove = useDeletePreset();
  const name = preset?.name ?? '';
  const users = preset && preset.useCount > 0 ? <Users of={preset} /> : null;
  return (
    <DeleteUnlessUsed
      opened={preset !== null}
      title={presets.deleteTitle(name)}
      inUse={{ title: files.inUseTitle(name), text: files.inUseText, users, now: files.inUseNow }}
      onClose={onClose}
      run={async () => {
        await remove.mutateAsync(preset?.id ?? '');
        notify(common.deleted);
      }}
    >
      {presets.deleteText} {reach.noLayout}
    </DeleteUnlessUsed>
  );
}

function Users({ of: { id, usedBy, useCount } }: { of: PresetSummary }) {
  const { presets, files } = useTexts();
  return (
    <>
      <ul style={{ margin: 0, paddingInlineStart: '1.2rem', overflowWrap: 'anywhere' }}>
        {usedBy.map((layout) => (
          <li key={layout.id}>{presets.layout(layout.name)}</li>
        ))}
        {useCount > usedBy.length && <li>{files.more(useCount - usedBy.length)}</li>}
      </ul>
      <UsageImpact path={`/presets/${id}/reach`} />
    </>
  );
}
