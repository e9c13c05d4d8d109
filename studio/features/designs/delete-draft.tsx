import { useState } from 'react';
import type { Design } from '#contract/studio/designs.ts';
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
    await request('deleteDesign', { params: { id }, body: { version } });
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
          action="Delete the draft"
          onConfirm={deleteIt}
          onClose={() => setAsking(false)}
        >
          <p>
            The draft goes with its words, its pictures and its files. It can't be brought back;
            what other designs have of the same files stays theirs.
          </p>
        </Confirm>
      )}
    </>
  );
}
