import { useState } from 'react';
import { designCalls } from '#contract/studio/design-calls.ts';
import type { Design } from '#contract/studio/design-record.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Confirm } from '../../ui/confirm.tsx';

interface DeleteDraftProps {
  readonly design: Design;
  readonly onDeleted: () => void;
}

/** Deletes a draft for good, after confirmation. */
export function DeleteDraft({ design, onDeleted }: DeleteDraftProps) {
  const [isAsking, setAsking] = useState(false);
  const { id, title, version } = design;

  async function deleteIt(): Promise<void> {
    await request(designCalls.deleteDesign, { params: { id }, body: { version } });
    toast.success(`${title} is deleted.`);
    onDeleted();
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Delete…
      </Button>
      {isAsking && (
        <Confirm
          title={`Delete ${title}?`}
          action="Delete draft"
          onConfirm={deleteIt}
          onClose={() => setAsking(false)}
        >
          <p>
            This deletes the draft with its texts, pictures and files. This can’t be undone. Files
            shared with other designs stay there.
          </p>
        </Confirm>
      )}
    </>
  );
}
