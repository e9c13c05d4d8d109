import { useRef, useState } from 'react';
import { ApiError } from '#contract/wire/api-error.ts';
import type { ConflictsProps } from './conflicts.tsx';

interface SharedValueOptions<T> {
  /** What people call it. */
  readonly name: string;
  /** The value as saved now, by anyone. */
  readonly saved: T;
  readonly textOf: (value: T) => string;
  /** Saves a value over the one it started from. @throws CHANGED_MEANWHILE if somebody else changed it */
  readonly save: (value: T, from: T) => Promise<void>;
  /** Reloads what somebody else saved. Returns null if that failed. */
  readonly reload: () => Promise<object | null>;
  /** Reports why a chosen value could not be saved. */
  readonly onError: (error: unknown) => void;
  /** Called once a choice is made and saved. */
  readonly onSettled?: () => void;
}

/** One value that is saved on its own and that other staff change too; what is saved replaces the value at `open`. */
export function useSharedValue<T>(options: SharedValueOptions<T>) {
  const { name, saved, textOf, save, reload, onError, onSettled } = options;
  const [found, setFound] = useState<{ readonly mine: T; readonly editor: string } | null>(null);
  /** The value that the next one replaces. */
  const from = useRef(saved);
  /** Counts what was sent or dismissed: whatever comes of an earlier one concerns nobody any more. */
  const turn = useRef(0);

  /** Starts a change of the value that is shown. */
  function open(): void {
    from.current = saved;
  }

  /**
   * Returns whether it was saved; if not, somebody else's value is shown beside it. Also false if it was
   * dismissed meanwhile. @throws ApiError
   */
  async function send(value: T): Promise<boolean> {
    turn.current += 1;
    const mine = turn.current;
    const isDismissed = () => turn.current !== mine;
    try {
      await save(value, from.current);
      from.current = value;
      if (isDismissed()) return false;
      setFound(null);
      return true;
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';
      const newer = isConflict && (await reload());
      if (isDismissed()) return false;
      if (!isConflict) throw error;
      if (!newer) throw new ApiError('FETCH_ERROR');
      setFound({ mine: value, editor: Object.values(error.fields)[0] ?? error.message });
      return false;
    }
  }

  function dismiss(): void {
    turn.current += 1;
    setFound(null);
  }

  async function settle(choice: 'mine' | 'theirs'): Promise<void> {
    try {
      open();
      if (choice === 'mine' && found && !(await send(found.mine))) return;
      setFound(null);
      onSettled?.();
    } catch (error) {
      onError(error);
    }
  }

  const conflicts: ConflictsProps | null = found && {
    conflicts: [
      {
        field: name,
        name,
        editor: found.editor,
        mine: textOf(found.mine),
        theirs: textOf(saved),
      },
    ],
    isSavedByChoice: true,
    onSettle: (_, choice) => void settle(choice),
  };
  return { open, send, conflicts, dismiss };
}
