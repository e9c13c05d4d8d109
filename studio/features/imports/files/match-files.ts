import type { FileTarget, UploadKind } from '#contract/studio/files.ts';

/** A chosen file, with its path below the chosen folder. */
export interface ChosenFile {
  readonly file: File;
  readonly path: string;
}

/**
 * What a file is matched to. `ambiguous`: several drafts have its name. `there`: its draft has it already.
 * `unsupported`: buyers can't be sent such a file.
 */
export const matchStates = ['matched', 'ambiguous', 'unmatched', 'there', 'unsupported'] as const;
export type MatchState = (typeof matchStates)[number];

export interface Match extends ChosenFile {
  readonly kind: UploadKind;
  readonly state: MatchState;
  /** The drafts that it could belong to: one if it is matched. */
  readonly candidates: readonly FileTarget[];
}

const images = /\.(?:png|jpe?g|webp)$/i;
const files = /\.(?:zip|pdf|svgz?|ai|e?ps|ps[db]|tiff?|procreate|brushset|swatches)$/i;

/** Words after a design's name that say what a file shows, not what it belongs to. */
const endings = new Set([
  ...['preview', 'mockup', 'mock', 'cover', 'thumb', 'thumbnail', 'main', 'final', 'print', 'file'],
  ...['files', 'detail', 'closeup', 'front', 'back', 'image', 'picture', 'photo', 'copy', 'up'],
  ...[
    'png',
    'jpg',
    'jpeg',
    'svg',
    'svgz',
    'pdf',
    'zip',
    'dpi',
    'px',
    'large',
    'small',
    'web',
    'hires',
  ],
]);
const isEnding = (word: string) =>
  endings.has(word) || /^v?\d{1,5}(?:dpi|px|x\d{1,5})?$/.test(word);

/** The words of a name: letters and digits without case and accents. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Finds drafts by the words of their SKU, key and title, in this order. */
export function indexTargets(targets: readonly FileTarget[]) {
  const byPart = (['sku', 'key', 'title'] as const).map((part) =>
    Map.groupBy(targets, (target) => wordsOf(target[part]).join(' ')),
  );

  function exact(words: readonly string[]): readonly FileTarget[] {
    const name = words.join(' ');
    if (name === '') return [];
    for (const index of byPart) {
      const found = index.get(name);
      if (found) return found;
    }
    return [];
  }

  /** The drafts with the longest name that this begins with, if only endings follow it. */
  function byName(name: string): readonly FileTarget[] {
    const words = wordsOf(name);
    for (let end = words.length; end > 0; end -= 1) {
      const found = exact(words.slice(0, end));
      if (found.length > 0) return found;
      if (!isEnding(words[end - 1] ?? '')) return [];
    }
    return [];
  }

  /** By the file's name, or else by the name of a folder that it is in, the nearest first. */
  return (path: string): readonly FileTarget[] => {
    const parts = path.split('/');
    const [last = '', ...folders] = parts.toReversed();
    const names = [last.replace(/\.[^.]*$/, ''), ...folders];
    for (const name of names) {
      const found = byName(name);
      if (found.length > 0) return found;
    }
    return [];
  };
}

/** Matches a file to the drafts. */
export function matchFile(chosen: ChosenFile, find: ReturnType<typeof indexTargets>): Match {
  const { name } = chosen.file;
  const kind = images.test(name) ? 'image' : 'file';
  if (kind === 'file' && !files.test(name)) {
    return { ...chosen, kind, state: 'unsupported', candidates: [] };
  }
  const candidates = find(chosen.path);
  const [only] = candidates;
  if (!only) return { ...chosen, kind, state: 'unmatched', candidates };
  if (candidates.length > 1) return { ...chosen, kind, state: 'ambiguous', candidates };
  return { ...chosen, kind, ...assigned(chosen.file, kind, only) };
}

/** A file whose draft is known. */
export function assigned(
  { name, size }: File,
  kind: UploadKind,
  target: FileTarget,
): Pick<Match, 'state' | 'candidates'> {
  const isThere =
    kind === 'image'
      ? target.images.includes(name)
      : target.files.some((file) => file.name === name && file.bytes === size);
  return { state: isThere ? 'there' : 'matched', candidates: [target] };
}
