import type { ToWorker } from './worker-messages.ts';

/** Sends a message to the worker and resolves with its answer; null if none comes within `waitMs`. */
export function askWorker<Answer>(message: ToWorker, waitMs: number): Promise<Answer | null> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), waitMs);
    port1.onmessage = ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer);
      port1.close();
      resolve(data);
    };
    worker.postMessage(message, [port2]);
  });
}
