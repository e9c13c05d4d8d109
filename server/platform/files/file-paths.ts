import { randomBytes } from 'node:crypto';
import type { Addressed } from './file-store.ts';

/** Where files are, relative to the data folder or the bucket's prefix. Both stores have the same paths. */

/** The folders with files that must be kept; the shop can do without the rest. */
export const fileFolders = ['originals', 'previews', 'uploads'] as const;
/** Those, and parts of files that the studio is uploading. */
export const allFolders = [...fileFolders, 'parts'] as const;

export const sha256Pattern = /^[0-9a-f]{64}$/;
const randomPattern = /^[0-9a-f]{32}$/;
const previewPattern = /^[0-9a-f]{64}\/(\d{2,4}\.(avif|webp)|logo\.(png|webp))$/;
const start = '[0-9a-f]{2}';
const filePattern = new RegExp(
  `^(originals/${start}/${inner(sha256Pattern)}|previews/${start}/${inner(previewPattern)}|(uploads|parts)/${inner(randomPattern)})$`,
);

/** The files with random names: of strangers, and parts of files that the studio is uploading. */
export type Random = 'uploads' | 'parts';

/** `originals/ab/<sha256>`, or the folder `previews/ab/<hash>`. @throws RangeError */
export function digestPath(kind: Addressed, digest: string): string {
  if (!sha256Pattern.test(digest)) throw new RangeError('not a SHA-256 in hexadecimal');
  return `${kind}/${digest.slice(0, 2)}/${digest}`;
}

/** `uploads/<random>` or `parts/<random>`. @throws RangeError */
export function randomPath(kind: Random, name: string): string {
  if (!randomPattern.test(name)) throw new RangeError('not a random name');
  return `${kind}/${name}`;
}

/** `previews/ab/<hash>/<width>.<format>`; null if `name` isn't a preview's or a logo's. */
export function previewPath(name: string): string | null {
  return previewPattern.test(name) ? `previews/${name.slice(0, 2)}/${name}` : null;
}

/** Whether this is the path of one of the store's files; a system may leave others there, such as `.DS_Store`. */
export function isFilePath(path: string): boolean {
  return filePattern.test(path);
}

export function previewEtag(name: string): string {
  return `"${name.replace('/', '.')}"`;
}

export function randomName(): string {
  return randomBytes(16).toString('hex');
}

/** A pattern as a part of another. */
function inner({ source }: RegExp): string {
  return source.slice(1, -1);
}
