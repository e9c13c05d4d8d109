import { growsTooFast } from './grows-too-fast.ts';
import { grow, type PathologicalText, pathologicalTexts } from './pathological-texts.ts';
import type { SourceRegex } from './source-regexes.ts';

/** From a length at which an exponential pattern still ends, in steps at which a cubic one does. */
const lengths = [
  20, 28, 40, 60, 100, 400, 1600, 6400, 12_800, 25_600, 51_200, 102_400, 204_800,
] as const;

/**
 * The first text for which the time grows faster than the text, and its length; null if there is none of up
 * to `most` characters among `count` texts.
 */
export function findSlowText(
  regex: SourceRegex,
  count: number,
  most: number,
): (PathologicalText & { readonly length: number }) | null {
  const flags = `${regex.flags.replace(/[gy]/g, '')}g`;
  const everyMatch = new RegExp(regex.pattern, flags);
  const replaceAll = (text: PathologicalText) => (length: number) => {
    const grown = grow(text, length);
    return () => void grown.replace(everyMatch, '');
  };
  for (const text of pathologicalTexts(regex, count)) {
    for (const length of lengths) {
      if (length <= most && growsTooFast(replaceAll(text), length)) return { ...text, length };
    }
  }
  return null;
}
