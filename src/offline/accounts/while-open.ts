import type { AccountEngine } from './sync-engine.ts';

/**
 * Opens the engine and watches it, and the next one if a newer build closes it; calls `onFailure` if it can't be opened.
 * Returns a function that stops it.
 */
export function whileOpen(
  open: () => Promise<AccountEngine>,
  watch: (opened: AccountEngine) => () => void,
  onFailure: () => void,
): () => void {
  let stop = () => {};
  let isStopped = false;
  function start(): void {
    open().then((opened) => {
      if (isStopped) return;
      const stops = [
        watch(opened),
        opened.store.onUpgrade(() => {
          // Rows that are only in memory stay open.
          if (opened.store.isOpen()) return;
          stop();
          start();
        }),
      ];
      stop = () => {
        for (const end of stops) end();
      };
    }, onFailure);
  }
  start();
  return () => {
    isStopped = true;
    stop();
  };
}
