import type { ReactNode } from 'react';

interface EditorFormProps {
  /** Whether there is anything to save. */
  canSave: boolean;
  save: () => Promise<void>;
  children: ReactNode;
}

/** A form that is saved by its button and by Ctrl+S. */
export function EditorForm({ canSave, save, children }: EditorFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) void save();
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
        event.preventDefault();
        if (canSave) void save();
      }}
    >
      {children}
    </form>
  );
}
