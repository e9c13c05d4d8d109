import { messageCalls, type StudioThread } from '#contract/studio/messages.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

interface DeleteThreadProps {
  readonly thread: StudioThread;
  readonly onDeleted: () => void;
}

/** Deletes a question about a design and its answers for good, after confirmation. */
export function DeleteThread({ thread, onDeleted }: DeleteThreadProps) {
  async function deleteIt(): Promise<void> {
    const lastId = thread.messages.at(-1)?._id ?? '';
    await request(messageCalls.deleteThread, { params: { id: thread._id }, body: { lastId } });
    toast.success('The conversation is deleted.');
    onDeleted();
  }

  return (
    <ConfirmButton
      label="Delete…"
      title="Delete this conversation?"
      action="Delete conversation"
      onConfirm={deleteIt}
    >
      <p>
        This deletes all its messages and pictures, and the name and address of a visitor. This
        can’t be undone. Whoever asked sees that you deleted it.
      </p>
    </ConfirmButton>
  );
}
