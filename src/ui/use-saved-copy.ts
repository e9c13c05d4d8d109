import { useCallback, useEffect, useState } from 'react';
import { messages } from '#contract/messages/messages.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';

/** An account's data as it is saved on the device, and the request that brings newer. */
export interface SavedCopy<S> {
  /** Null until there is a saved one or an answer. */
  readonly saved: S | null;
  /** Why the latest request failed; null if it succeeded or is in progress. */
  readonly problem: string | null;
  readonly isLoading: boolean;
  readonly refresh: () => Promise<void>;
}

/** Where it comes from: the same object in each render. */
export interface CopySource<S> {
  /** Resolves with what it saved; null: nothing. */
  readonly refresh: () => Promise<S | null>;
  readonly watch: (onCopy: (saved: S | null) => void) => () => void;
}

interface Known<S> {
  /** The account's id. */
  readonly of: string;
  readonly saved: S | null;
}

/** What is saved of an account's data at once, then updated from the shop. `accountId` null: nobody is signed in. */
export function useSavedCopy<S>(accountId: string | null, source: CopySource<S>): SavedCopy<S> {
  const [known, setKnown] = useState<Known<S> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [answers, setAnswers] = useState(0);

  const refresh = useCallback(async () => {
    setLoading(true);
    try {
      const saved = await source.refresh();
      if (saved && accountId !== null) {
        setKnown({ of: accountId, saved });
        setAnswers((count) => count + 1);
      }
      setProblem(null);
    } catch (error) {
      const kind = error instanceof ApiError ? String(error.status) : 'STORAGE_ERROR';
      setProblem(messageOf(error, reasons[kind] ?? kind));
    } finally {
      setLoading(false);
    }
  }, [accountId, source]);

  useEffect(() => {
    if (accountId === null) {
      setLoading(false);
      setProblem(messages.signIn.failed);
      return;
    }
    void refresh();
  }, [accountId, refresh]);

  // One that began before an answer was saved may still report what the database had before. Times don't tell which is
  // newer: the device's clock may have been set back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answers` begins it again
  useEffect(() => {
    if (accountId === null) return;
    return source.watch((saved) =>
      setKnown((before) => {
        const isUnread = saved === null && before?.of === accountId && before.saved !== null;
        return isUnread ? before : { of: accountId, saved };
      }),
    );
  }, [accountId, source, answers]);

  return {
    // Another tab may have left the account since.
    saved: known && known.of === accountId ? known.saved : null,
    problem,
    // A request that fails at once does so before the saved copy has been read.
    isLoading: isLoading || (accountId !== null && known?.of !== accountId),
    refresh,
  };
}

const reasons: Readonly<Record<string, string>> = {
  FETCH_ERROR: 'The shop can’t be reached.',
  TIMEOUT_ERROR: 'The shop took too long to answer.',
  PARSING_ERROR: 'The shop’s answer couldn’t be read.',
};
