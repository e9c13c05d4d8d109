import { designCalls } from '#contract/studio/design-calls.ts';
import type { DesignCategory } from '#contract/studio/designs.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

interface DeleteCategoryProps {
  /** Must not contain any designs. */
  readonly category: DesignCategory;
  readonly onDeleted: () => void;
}

/** Deletes a category for good, after confirmation. */
export function DeleteCategory({ category: { id, name }, onDeleted }: DeleteCategoryProps) {
  async function deleteIt(): Promise<void> {
    await request(designCalls.deleteCategory, { params: { id } });
    toast.success(`${name} is deleted.`);
    onDeleted();
  }

  return (
    <ConfirmButton
      label="Delete…"
      name={`Delete ${name}`}
      title={`Delete ${name}?`}
      action="Delete category"
      onConfirm={deleteIt}
    >
      <p>No designs use this category. This can’t be undone, but you can create it again.</p>
    </ConfirmButton>
  );
}
