import { useEffect, useRef, useState } from 'react';
import { debounceMs, registerDraft } from './open-drafts.ts';

/** Where a draft is saved, bound to the account signed in when it was opened: what is typed here must not reach the next account. */
export interface DraftStore<T> {
  /** What was saved, or a new draft. */
  read(): Promise<T>;
  /** @throws if the browser can't */
  write(content: T): Promise<void>;
}

export interface Draft<T> {
  /** Null until the saved draft has been read. */
  readonly content: T | null;
  readonly change: (content: T) => void;
  /** Saves the newest text now. @throws if the browser can't */
  readonly save: () => Promise<void>;
  /** Stops writing the draft, because it has been sent or queued. */
  readonly drop: () => void;
}

/** Something being written, saved on the device as the buyer types, so that closing it or the browser loses nothing. */
export function useSavedDraft<T>(open: () => DraftStore<T>): Draft<T> {
  const [content, setContent] = useState<T | null>(null);
  const unsaved = useRef<T | null>(null);
  const [store] = useState(open);

  useEffect(() => {
    let isShown = true;
    void store.read().then((found) => {
      if (isShown) setContent(found);
    });
    return () => {
      isShown = false;
    };
  }, [store]);

  const [save] = useState(() => async () => {
    const next = unsaved.current;
    if (next === null) return;
    await store.write(next);
    if (unsaved.current === next) unsaved.current = null;
  });

  useEffect(() => {
    if (content === null || unsaved.current === null) return;
    // If the device is full the draft isn't saved; sending still works.
    const stopListening = () => removeEventListener('beforeunload', saveNow);
    const saveNow = () => void save().then(stopListening, () => {});
    const timer = setTimeout(saveNow, debounceMs);
    // A reload ends what is begun at its `pagehide`. Firefox keeps no page for Back that listens, so only while it must.
    addEventListener('beforeunload', saveNow);
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, [content, save]);

  useEffect(() => {
    const saveNow = () => void save().catch(() => {});
    addEventListener('pagehide', saveNow);
    const unregister = registerDraft(save);
    return () => {
      unregister();
      removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, [save]);

  return {
    content,
    change(next) {
      unsaved.current = next;
      setContent(next);
    },
    save,
    drop() {
      unsaved.current = null;
    },
  };
}
