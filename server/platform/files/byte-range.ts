import type { ByteRange } from './file-store.ts';

/** What a `Range` header requests of a file: all of it, one part, or nothing that exists. */
export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

const whole: RangeAnswer = { kind: 'whole' };
const unsatisfiable: RangeAnswer = { kind: 'unsatisfiable' };

/**
 * Parses a `Range` header for a file of `size` bytes by RFC 9110: anything but a single well-formed byte
 * range is ignored, so the whole file is answered.
 */
export function readRange(header: string | undefined, size: number): RangeAnswer {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return whole;
  if (from === '') {
    const length = Math.min(Number(to), size);
    if (length === 0) return unsatisfiable;
    return { kind: 'part', range: { start: size - length, end: size - 1 } };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return whole;
  if (start >= size) return unsatisfiable;
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return { kind: 'part', range: { start, end } };
}
