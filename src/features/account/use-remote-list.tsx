import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
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
  const [isBusy, begin] = useBusy(failed);
  const load = useCallback(() => {
    ask().then(setItems, () => setItems('unknown'));
  }, [ask]);
  useEffect(load, [load]);

  const change = (changing: () => Promise<readonly T[]>, done?: string) =>
    begin(async () => {
      setItems(await changing());
      if (done !== undefined) toast.success(done);
    });

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
