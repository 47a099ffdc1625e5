import { DeleteUnlessUsed } from '../../parts/delete-unless-used.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type PresetSummary, useDeletePreset } from './queries.ts';

interface DeletePresetProps {
  preset: PresetSummary | null;
  onClose: () => void;
}

export function DeletePreset({ preset, onClose }: DeletePresetProps) {
  const { presets, files, common } = useTexts();
  const remove = useDeletePreset();
  const name = preset?.name ?? '';
  const users = (preset?.useCount ?? 0) > 0 ? <Users of={preset} /> : null;
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
      {presets.deleteText}
    </DeleteUnlessUsed>
  );
}

function Users({ of: preset }: { of: PresetSummary | null }) {
  const { presets, files } = useTexts();
  const { usedBy = [], useCount = 0 } = preset ?? {};
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.2rem', overflowWrap: 'anywhere' }}>
      {usedBy.map(({ id, name }) => (
        <li key={id}>{presets.layout(name)}</li>
      ))}
      {useCount > usedBy.length && <li>{files.more(useCount - usedBy.length)}</li>}
    </ul>
  );
}
