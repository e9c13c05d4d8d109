import type { ChildProcess } from 'node:child_process';

/** Resolves once the process has printed these words; keeps reading its output. */
export function untilSaid(child: ChildProcess, words: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let heard = '';
  (child.stdout ?? child.stderr)?.on('data', (chunk: Buffer) => {
    heard = (heard + chunk.toString()).slice(-10_000);
    if (heard.includes(words)) resolve();
  });
  child.once('exit', () => reject(new Error(`ended before it said "${words}":\n${heard}`)));
  return promise;
}
