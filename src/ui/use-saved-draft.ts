import { useEffect, useRef, useState } from 'react';
import { debounceMs, registerDraft } from './open-drafts.ts';

/** Where a draft is saved, bound to the account signed in when it was opened: what is typed here must not reach the next account. */
export interface DraftStore<T> {
  /** What was saved, or a new draft. */
  read(): Promise<T>;
  /** @throws if the browser can't */
  write(content: T): Promise<void>;
  /** Keeps what was typed last when the page is left, at once. */
  readonly lastWords: {
    /** With what was saved before it, if anything was. */
    keep(content: T, saved: T | null): void;
    /** The saved content with it; as it is if nothing was kept, or another page has saved something else since. */
    addTo(saved: T): T;
    forget(): void;
  };
}

export interface Draft<T> {
  /** Null until the saved draft has been read. */
  readonly content: T | null;
  readonly change: (content: T) => void;
  /** Saves the newest text now. @throws if the browser can't */
  readonly save: () => Promise<void>;
  /** Lets `send` store what is shown; it gets what was read or saved last. Meanwhile the same isn't saved as a draft. */
  readonly handOver: <R>(send: (saved: T | null) => Promise<R>) => Promise<R>;
  /** Stops writing the draft, because it has been sent or queued. */
  readonly drop: () => void;
}

/** Something being written, saved on the device as the buyer types, so that closing it or the browser loses nothing. */
export function useSavedDraft<T>(open: () => DraftStore<T>): Draft<T> {
  const [content, setContent] = useState<T | null>(null);
  const unsaved = useRef<T | null>(null);
  /** What was read or saved last. */
  const saved = useRef<T | null>(null);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const handedOver = useRef<T | null>(null);
  const [store] = useState(open);

  useEffect(() => {
    let isShown = true;
    void store.read().then((read) => {
      if (!isShown) return;
      saved.current = read;
      const found = store.lastWords.addTo(read);
      // A reload ended before they were saved.
      if (found !== read) unsaved.current = found;
      setContent(found);
    });
    return () => {
      isShown = false;
    };
  }, [store]);

  const [save] = useState(() => async () => {
    const next = unsaved.current;
    if (next === null || next === handedOver.current) return;
    const writing = store.write(next);
    saving.current = writing.catch(() => {});
    await writing;
    saved.current = next;
    if (unsaved.current !== next) return;
    unsaved.current = null;
    store.lastWords.forget();
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
    const leave = () => {
      if (unsaved.current !== null) store.lastWords.keep(unsaved.current, saved.current);
      saveNow();
    };
    addEventListener('pagehide', leave);
    const unregister = registerDraft(save);
    return () => {
      unregister();
      removeEventListener('pagehide', leave);
      saveNow();
    };
  }, [save, store]);

  return {
    content,
    change(next) {
      unsaved.current = next;
      setContent(next);
    },
    save,
    async handOver(send) {
      handedOver.current = unsaved.current;
      await saving.current;
      return send(saved.current).finally(() => {
        handedOver.current = null;
      });
    },
    drop() {
      unsaved.current = null;
      saved.current = null;
      store.lastWords.forget();
    },
  };
}
