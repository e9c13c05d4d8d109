import { useState } from 'react';
import { designCalls } from '#contract/studio/design-calls.ts';
import type { DesignCategory } from '#contract/studio/designs.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Confirm } from '../../ui/confirm.tsx';

interface DeleteCategoryProps {
  /** Must not contain any designs. */
  readonly category: DesignCategory;
  readonly onDeleted: () => void;
}

/** Deletes a category for good, after confirmation. */
export function DeleteCategory({ category: { id, name }, onDeleted }: DeleteCategoryProps) {
  const [isAsking, setAsking] = useState(false);

  async function deleteIt(): Promise<void> {
    await request(designCalls.deleteCategory, { params: { id } });
    toast.success(`${name} is deleted.`);
    onDeleted();
  }

  return (
    <>
      <Button variant="quiet" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        Delete…
      </Button>
      {isAsking && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete category"
          onConfirm={deleteIt}
          onClose={() => setAsking(false)}
        >
          <p>No designs use this category. This can’t be undone, but you can create it again.</p>
        </Confirm>
      )}
    </>
  );
}
