import { type SubmitEvent, useState } from 'react';
import { fileLimits, fileMessages } from '#contract/studio/files.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import styles from './file-list.module.css';

interface RenameFormProps {
  readonly name: string;
  readonly onRename: (to: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Renames a file; Escape cancels. */
export function RenameForm({ name, onRename, onClose }: RenameFormProps) {
  const [value, setValue] = useState(name);
  const [isSaving, setSaving] = useState(false);
  const error = value.trim() === '' ? fileMessages.noName : null;

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (error !== null || isSaving) return;
    setSaving(true);
    await onRename(value);
    setSaving(false);
  }

  return (
    <form className="stack-2" onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard isDirty={value !== name} />
      <TextField
        label="Name"
        value={value}
        maxLength={fileLimits.nameLength}
        error={error}
        hint="The file extension stays the same."
        autoFocus
        onChange={setValue}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
      />
      <div className={styles.answers}>
        <Button type="submit" aria-disabled={isSaving || error !== null}>
          Save name
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
