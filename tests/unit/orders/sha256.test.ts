import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from '#features/orders/sha256.ts';

const right = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('is right for every length around the block size', async () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = randomBytes(length);
    expect(await sha256([new Blob([bytes])]), `${length} bytes`).toBe(right(bytes));
  }
});

it('is the same however the bytes are split', async () => {
  const bytes = randomBytes(100_000);
  for (const size of [50, 63, 64, 65, 4096, 99_999]) {
    const parts: Blob[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      parts.push(new Blob([bytes.subarray(at, at + size)]));
    }
    expect(await sha256(parts), `pieces of ${size}`).toBe(right(bytes));
  }
});
