/** What it takes to keep a screen on; the browser's own, or a test's. */
export interface AwakeParts {
  /** Undefined in browsers without the Wake Lock API. */
  readonly wakeLock: Pick<WakeLock, 'request'> | undefined;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** Keeps the screen on, if the browser can, until the returned function is called. */
export function keepAwake({ wakeLock, document }: AwakeParts): () => void {
  let isOver = false;
  let held: Pick<WakeLockSentinel, 'release'> | null = null;

  async function acquire(): Promise<void> {
    if (document.visibilityState !== 'visible') return;
    try {
      // The browser released the one before when the page was hidden.
      const lock = await wakeLock?.request('screen');
      if (isOver) await lock?.release();
      else held = lock ?? null;
    } catch {
      // On a low battery the device refuses. It sleeps as usual then.
    }
  }

  const onChange = () => void acquire();
  document.addEventListener('visibilitychange', onChange);
  void acquire();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onChange);
    void held?.release().catch(() => {});
  };
}
