import { Readable } from 'node:stream';

/** A stream of what `read` yields. Destroying it aborts `left` at once, not only after the next chunk as `Readable.from` does. */
export function streamOf(read: (left: AbortSignal) => AsyncGenerator<Uint8Array>): Readable {
  const left = new AbortController();
  const chunks = read(left.signal);
  return new Readable({
    async read() {
      try {
        const { value, done } = await chunks.next();
        this.push(done ? null : value);
      } catch (error) {
        this.destroy(error as Error);
      }
    },
    destroy(error, ended) {
      left.abort();
      chunks.return(undefined).catch(() => {});
      ended(error);
    },
  });
}
