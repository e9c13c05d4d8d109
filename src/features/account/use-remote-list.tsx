import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { PartActions } from './account-part.tsx';

interface RemoteListOptions<T> {
  /** Asks for the list; the same function on every render. */
  readonly ask: () => Promise<readonly T[]>;
  /** The text when the shop can't be reached. */
  readonly unreached: string;
  /** The toast for a change that got no answer. */
  readonly failed: string;
}

/** A list that only the shop has, asked for when the page opens. Each change answers with the new list. */
export function useRemoteList<T>({ ask, unreached, failed }: RemoteListOptions<T>) {
  const [items, setItems] = useState<readonly T[] | 'unknown' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const load = useCallback(() => {
    ask().then(setItems, () => setItems('unknown'));
  }, [ask]);
  useEffect(load, [load]);

  async function change(changing: () => Promise<readonly T[]>, done?: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      setItems(await changing());
      if (done !== undefined) toast.success(done);
    } catch (error) {
      toast.error(messageOf(error, failed));
    }
    setBusy(false);
  }

  const unlisted: ReactNode = items === 'unknown' && (
    <>
      <p className="note" role="status">
        {unreached}
      </p>
      <PartActions>
        <Button variant="paper" onClick={load}>
          Try again
        </Button>
      </PartActions>
    </>
  );
  return { items: items === 'unknown' ? null : items, isBusy, change, show: setItems, unlisted };
}
