import { expect, test } from 'vitest';
import { inThread } from '#server/platform/database/in-thread.ts';

const script = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

test('a script that needs more memory than it may ends with an error', async () => {
  const source = `
    import { parentPort } from 'node:worker_threads';
    const kept = [];
    for (let at = 0; at < 500_000; at += 1) kept.push({ at, text: String(at) });
    parentPort.postMessage(kept.length);`;
  expect(await inThread(script(source), null)).toBe(500_000);
  await expect(inThread(script(source), null, { maxHeapMb: 16 })).rejects.toThrow('memory');
});
