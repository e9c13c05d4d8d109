import { designCalls } from '#contract/studio/design-calls.ts';
import type { Design } from '#contract/studio/design-record.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

interface DeleteDraftProps {
  readonly design: Design;
  readonly onDeleted: () => void;
}

/** Deletes a draft for good, after confirmation. */
export function DeleteDraft({ design, onDeleted }: DeleteDraftProps) {
  const { id, title, version } = design;

  async function deleteIt(): Promise<void> {
    await request(designCalls.deleteDesign, { params: { id }, body: { version } });
    toast.success(`${title} is deleted.`);
    onDeleted();
  }

  return (
    <ConfirmButton
      label="Delete…"
      title={`Delete ${title}?`}
      action="Delete draft"
      onConfirm={deleteIt}
    >
      <p>
        This deletes the draft with its texts, pictures and files. This can’t be undone. Files
        shared with other designs stay there.
      </p>
    </ConfirmButton>
  );
}
