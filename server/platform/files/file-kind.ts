import { pictureType } from '#contract/studio/picture-head.ts';
import { safeName } from './safe-name.ts';
import { isPackedSvg, isSvg } from './svg-head.ts';

/** A kind of file, detected from its first bytes. */
export interface FileKind {
  readonly mediaType: string;
  /** The extensions that such a file may have; the first is the usual one. */
  readonly endings: readonly [string, ...string[]];
}

/** How many bytes from the start of a file its kind is detected from: programs write long comments into an SVG. */
export const headBytes = 1_000_000;

const kind = (mediaType: string, ...endings: [string, ...string[]]): FileKind => ({
  mediaType,
  endings,
});

const startsWith =
  (...beginnings: readonly string[]) =>
  (head: Buffer) =>
    beginnings.some((beginning) => head.toString('latin1', 0, beginning.length) === beginning);

/** A PDF may begin after as many other bytes, such as a printer's commands. */
const bytesBeforePdf = 1024;

function isPdf(head: Buffer): boolean {
  if (startsWith('%PDF-')(head)) return true;
  const beginning = head.toString('latin1', 0, bytesBeforePdf + '%PDF-1.7'.length);
  return /%PDF-\d\.\d/.test(beginning) && !isOtherKind(beginning);
}

/** How pages, programs, archives and moving pictures begin: there can be a PDF in them. */
const othersWithPdf = [
  ...['<', '#!', 'MZ', '\x7fELF', '\xca\xfe\xba\xbe', 'GIF8', '{\\rtf'],
  ...['Rar!', '7z\xbc\xaf', '\x1f\x8b', '\xd0\xcf\x11\xe0'],
];

function isOtherKind(beginning: string): boolean {
  const isTar = beginning.startsWith('ustar', 257);
  const shown = beginning.replace(/^(?:\xef\xbb\xbf)?\s*/, '');
  return isTar || othersWithPdf.some((other) => shown.startsWith(other));
}

/** PostScript may begin after blanks and a printer's commands (PJL), which drivers write. */
function isPostScript(head: Buffer): boolean {
  if (startsWith('\xc5\xd0\xd3\xc6')(head)) return true;
  const beginning = head.toString('latin1', 0, 65_536);
  const [, mark] = /^(?:%-12345X|@PJL[^\n]*\n|[\s\p{Cc}])*(%!PS)?/u.exec(beginning) ?? [];
  return mark !== undefined;
}

/** The kinds accepted for download, and how each is detected. The shop never displays any of them. */
const kinds: readonly (readonly [FileKind, (head: Buffer) => boolean])[] = [
  [kind('image/png', 'png'), (head) => pictureType(head) === 'image/png'],
  [kind('image/jpeg', 'jpg', 'jpeg'), (head) => pictureType(head) === 'image/jpeg'],
  [kind('image/webp', 'webp'), (head) => pictureType(head) === 'image/webp'],
  [
    kind('image/tiff', 'tif', 'tiff'),
    startsWith('II*\0', 'MM\0*', 'II+\0\x08\0\0\0', 'MM\0+\0\x08\0\0'),
  ],
  [kind('image/vnd.adobe.photoshop', 'psd', 'psb'), startsWith('8BPS')],
  [kind('application/postscript', 'eps', 'ai', 'ps'), isPostScript],
  [
    kind('application/zip', 'zip', 'procreate', 'brushset', 'swatches'),
    startsWith('PK\x03\x04', 'PK\x05\x06'),
  ],
  [kind('image/svg+xml', 'svg'), isSvg],
  [kind('image/svg+xml-compressed', 'svgz'), isPackedSvg],
  // The last, because files of the other kinds can have a PDF in them.
  [kind('application/pdf', 'pdf', 'ai'), isPdf],
];

export const acceptedEndings = kinds.flatMap(([{ endings }]) => endings);

/** The kind of a file that begins with `head`; null if it isn't accepted. */
export function fileKind(head: Buffer): FileKind | null {
  return kinds.find(([, isOne]) => isOne(head))?.[0] ?? null;
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
  const stem = acceptedEndings.includes(ending) ? name.slice(0, -ending.length - 1) : name;
  return safeName(`${stem}.${endings[0]}`);
}
