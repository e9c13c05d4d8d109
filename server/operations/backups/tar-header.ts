/** Thrown for a file that isn't an archive, or only the beginning of one. */
export class TarError extends Error {
  override name = 'TarError';
}

/** What a header says about what follows it. */
export interface TarHeader {
  /** `about`: a header of other headers, whose content `readPax` reads; `name`: the next entry's long name. */
  readonly kind: 'file' | 'about' | 'aboutAll' | 'name' | 'skipped';
  readonly path: string;
  readonly bytes: number;
}

export const block = 512;
const magicStart = 257;
/** Of the path's first part, which only POSIX's format has. */
const prefix = { start: 345, end: 500 } as const;

const kinds: Readonly<Record<string, TarHeader['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  x: 'about',
  X: 'about',
  g: 'aboutAll',
  L: 'name',
  // A long target of a link, a folder, a folder's list of names, and the archive's own name.
  K: 'skipped',
  '5': 'skipped',
  D: 'skipped',
  V: 'skipped',
};

/** What a backup never has. */
const refusals: Readonly<Record<string, string>> = {
  '1': 'a link',
  '2': 'a link',
  '3': 'a device',
  '4': 'a device',
  '6': 'a pipe',
  S: 'a sparse file; pack it without that option',
  M: 'the end of a file from another volume',
};

/** The header in a block as any tar program writes it; null: the archive's end. @throws TarError */
export function readHeader(head: Buffer): TarHeader | null {
  if (head.every((byte) => byte === 0)) return null;
  assertSum(head);
  const type = String.fromCharCode(head.readUInt8(156));
  const name = textOf(head, 0, 100);
  const isPosix = head.subarray(magicStart, magicStart + 6).toString('latin1') === 'ustar\0';
  const start = isPosix ? textOf(head, prefix.start, prefix.end) : '';
  const path = start === '' ? name : `${start}/${name}`;
  const kind = kinds[type];
  if (kind === undefined) {
    throw new TarError(`${path} is ${refusals[type] ?? 'something other than a file'} in it`);
  }
  // The oldest format has no type for folders.
  return {
    kind: type === '\0' && path.endsWith('/') ? 'skipped' : kind,
    path,
    bytes: numberOf(head, 124, 12),
  };
}

/** The path and size in a header of POSIX's extended format. @throws TarError */
export function readPax(content: Buffer): { readonly path?: string; readonly bytes?: number } {
  const found = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(' ', at);
    const end = at + Number(content.subarray(at, space).toString());
    const text = content.subarray(space + 1, end).toString();
    const [name = '', ...value] = text.slice(0, -1).split('=');
    if (!(space > at && end > space + 1 && end <= content.length && text.endsWith('\n'))) {
      throw new TarError('a header in it is damaged');
    }
    found.set(name, value.join('='));
    at = end;
  }
  if ([...found.keys()].some((name) => name.startsWith('GNU.sparse.'))) {
    throw new TarError(`${found.get('path') ?? 'a file'} is ${refusals.S} in it`);
  }
  const [path, size] = [found.get('path'), found.get('size')];
  if (size !== undefined && !/^\d{1,15}$/.test(size)) {
    throw new TarError('a header in it is damaged');
  }
  return {
    ...(path !== undefined && { path }),
    ...(size !== undefined && { bytes: Number(size) }),
  };
}

/** Some old programs added up signed bytes. */
function assertSum(head: Buffer): void {
  const said = numberOf(head, 148, 8);
  const others = [...head.subarray(0, 148), ...Buffer.from(' '.repeat(8)), ...head.subarray(156)];
  const unsigned = others.reduce((total, byte) => total + byte, 0);
  const signed = others.reduce((total, byte) => total + (byte > 127 ? byte - 256 : byte), 0);
  if (said !== unsigned && said !== signed) throw new TarError('it is not a tar archive');
}

/** In octal digits with blanks around them, or in binary as GNU tar writes a large one. */
function numberOf(head: Buffer, start: number, length: number): number {
  const field = head.subarray(start, start + length);
  const isBinary = field.readUInt8(0) === 0x80;
  const number = isBinary
    ? Number(field.readBigUInt64BE(length - 8))
    : Number.parseInt(/^ *([0-7]+)[ \0]*$/.exec(field.toString('latin1'))?.[1] ?? '', 8);
  if (Number.isSafeInteger(number)) return number;
  throw new TarError('it is not a tar archive');
}

function textOf(head: Buffer, start: number, end: number): string {
  return head.subarray(start, end).toString().split('\0')[0] ?? '';
}
