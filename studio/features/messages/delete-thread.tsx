import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageCalls, type StudioThread } from '#contract/studio/messages.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Confirm } from '../../ui/confirm.tsx';

interface DeleteThreadProps {
  readonly thread: StudioThread;
  readonly onDeleted: () => void;
}

/** Deletes a question about a design and its answers for good, after confirmation. */
export function DeleteThread({ thread, onDeleted }: DeleteThreadProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);

  async function deleteIt(): Promise<void> {
    const lastId = thread.messages.at(-1)?._id ?? '';
    await request(messageCalls.deleteThread, { params: { id: thread._id }, body: { lastId } });
    void client.invalidateQueries({ queryKey: ['waiting'] });
    toast.success('The conversation is deleted.');
    onDeleted();
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Delete…
      </Button>
      {isAsking && (
        <Confirm
          title="Delete this conversation?"
          action="Delete conversation"
          onConfirm={deleteIt}
          onClose={() => setAsking(false)}
        >
          <p>
            This deletes all its messages and pictures, and the name and address of a visitor. This
            can’t be undone. Whoever asked sees that you deleted it.
          </p>
        </Confirm>
      )}
    </>
  );
}
