import { block, readHeader, readPax, TarError } from './tar-header.ts';

/** A file in an archive. `content` must be read before the next entry is requested. */
export interface TarEntry {
  readonly path: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Two empty blocks. */
const ending = 2 * block;
/** A larger size needs more than eleven octal digits and is written in binary, as GNU tar does. */
const largestOctal = 8 ** 11 - 1;
const longestPath = 100;
/** Headers with names and the like that are longer aren't read; 1 MiB. */
const longestHeader = 1024 * 1024;

/** What an earlier header says about an entry. */
type Described = ReturnType<typeof readPax>;

/** The size of the archive that `tarChunks` makes of files with these sizes. */
export function tarBytes(sizes: readonly number[]): number {
  return sizes.reduce((sum, bytes) => sum + block + bytes + padding(bytes), ending);
}

/** Writes a tar archive (POSIX ustar) in chunks. @throws TarError if a file's size differs from its entry */
export async function* tarChunks(
  entries: Iterable<TarEntry> | AsyncIterable<TarEntry>,
): AsyncGenerator<Uint8Array> {
  for await (const { path, bytes, content } of entries) {
    yield header(path, bytes);
    let left = bytes;
    for await (const chunk of content) {
      left -= chunk.byteLength;
      yield chunk;
    }
    if (left !== 0) throw new TarError(`${path} changed in length`);
    yield Buffer.alloc(padding(bytes));
  }
  yield Buffer.alloc(ending);
}

/**
 * Reads the files of an archive that `tarChunks` or any other tar program wrote. Folders are left out.
 * @throws TarError if it is something else, is cut off, or has links or the like
 */
export async function* tarEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = blockReader(source);
  let ofAll: Described = {};
  let ofNext: Described = {};
  while (true) {
    const head = readHeader(await reader.exactly(block));
    if (head === null) return;
    const isFile = head.kind === 'file' || head.kind === 'skipped';
    const { path, bytes } = isFile ? { ...head, ...ofAll, ...ofNext } : head;
    const end = reader.position() + bytes;
    if (head.kind === 'file') {
      yield { path, bytes, content: reader.upTo(() => end - reader.position()) };
    } else if (!isFile) {
      if (bytes > longestHeader) throw new TarError('a header in it is too long');
      const content = await reader.exactly(bytes);
      if (head.kind === 'name')
        ofNext = { ...ofNext, path: content.toString().split('\0')[0] ?? '' };
      else if (head.kind === 'about') ofNext = { ...ofNext, ...readPax(content) };
      else ofAll = { ...ofAll, ...readPax(content) };
    }
    if (isFile) ofNext = {};
    await drain(reader.upTo(() => end - reader.position()));
    await reader.exactly(padding(bytes));
  }
}

function header(path: string, bytes: number): Buffer {
  const head = Buffer.alloc(block);
  if (Buffer.byteLength(path) > longestPath) throw new RangeError(`too long for tar: ${path}`);
  head.write(path, 0);
  head.write('0000600\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  if (bytes <= largestOctal) head.write(`${octal(bytes, 11)} `, 124);
  else {
    head.writeUInt8(0x80, 124);
    head.writeBigUInt64BE(BigInt(bytes), 128);
  }
  head.write(`${octal(0, 11)} `, 136);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  // The checksum is calculated with blanks in its own field.
  head.write(' '.repeat(8), 148);
  head.write(`${octal(sum(head), 6)}\0 `, 148);
  return head;
}

/** Reads a stream in pieces of the sizes requested, however it is chunked. */
function blockReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  let position = 0;

  async function take(most: number): Promise<Uint8Array> {
    while (rest.byteLength === 0) {
      const next = await chunks.next();
      if (next.done) throw new TarError('the archive is cut short');
      rest = next.value;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.byteLength);
    position += taken.byteLength;
    return taken;
  }

  return {
    position: () => position,
    async exactly(bytes: number): Promise<Buffer> {
      const parts: Uint8Array[] = [];
      for (let left = bytes; left > 0; ) {
        const part = await take(left);
        parts.push(part);
        left -= part.byteLength;
      }
      return Buffer.concat(parts);
    },
    async *upTo(left: () => number): AsyncGenerator<Uint8Array> {
      while (left() > 0) yield await take(left());
    },
  };
}

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}

function padding(bytes: number): number {
  return (block - (bytes % block)) % block;
}

function sum(head: Buffer): number {
  return head.reduce((total, byte) => total + byte, 0);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
