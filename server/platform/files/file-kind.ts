import { safeName } from './safe-name.ts';

/** A kind of file, detected from its first bytes. */
export interface FileKind {
  readonly mediaType: string;
  /** The extensions that such a file may have; the first is the usual one. */
  readonly endings: readonly [string, ...string[]];
}

/** How many bytes from the start of a file its kind is detected from. */
export const headBytes = 16_384;

const kind = (mediaType: string, ...endings: [string, ...string[]]): FileKind => ({
  mediaType,
  endings,
});

const startsWith =
  (...beginnings: readonly string[]) =>
  (head: Buffer) =>
    beginnings.some((beginning) => head.toString('latin1', 0, beginning.length) === beginning);

/** The kinds accepted for download, and how each is detected. The shop never displays any of them. */
const kinds: readonly (readonly [FileKind, (head: Buffer) => boolean])[] = [
  [kind('image/png', 'png'), startsWith('\x89PNG\r\n\x1a\n')],
  [kind('image/jpeg', 'jpg', 'jpeg'), startsWith('\xff\xd8\xff')],
  [
    kind('image/webp', 'webp'),
    (head) => startsWith('RIFF')(head) && head.toString('latin1', 8, 12) === 'WEBP',
  ],
  [kind('image/tiff', 'tif', 'tiff'), startsWith('II*\0', 'MM\0*')],
  [kind('image/vnd.adobe.photoshop', 'psd', 'psb'), startsWith('8BPS')],
  [kind('application/pdf', 'pdf', 'ai'), startsWith('%PDF-')],
  [kind('application/postscript', 'eps', 'ai', 'ps'), startsWith('%!PS', '\xc5\xd0\xd3\xc6')],
  [
    kind('application/zip', 'zip', 'procreate', 'brushset', 'swatches'),
    startsWith('PK\x03\x04', 'PK\x05\x06'),
  ],
  [kind('image/svg+xml', 'svg'), isSvg],
];

/** The kind of a file that begins with `head`; null if it isn't accepted. */
export function fileKind(head: Buffer): FileKind | null {
  return kinds.find(([, isOne]) => isOne(head))?.[0] ?? null;
}

/** XML whose first element is an svg: programs write declarations, comments and a DOCTYPE before it. */
function isSvg(head: Buffer): boolean {
  const text = head.toString('utf8').replace(/^\uFEFF?\s*/, '');
  const [element = ''] = /<[a-z][\w:-]*/i.exec(text) ?? [];
  return /^<(?!!doctype html)/i.test(text) && /^<(svg:)?svg$/i.test(element);
}

/** The kinds that gallery pictures may have. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);

export function isPicture({ mediaType }: FileKind): boolean {
  return pictureTypes.has(mediaType);
}

/** A safe file name with an extension of its kind, so that the file opens where it is unpacked. */
export function nameOfKind(text: string, { endings }: FileKind): string {
  const name = safeName(text);
  const ending = /\.([A-Za-z0-9]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (endings.includes(ending)) return name;
  const others = kinds.flatMap(([{ endings: known }]) => known);
  const stem = others.includes(ending) ? name.slice(0, -ending.length - 1) : name;
  return safeName(`${stem}.${endings[0]}`);
}
