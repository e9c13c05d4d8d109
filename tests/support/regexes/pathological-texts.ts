import { numbers } from '../random-numbers.ts';
import type { SourceRegex } from './source-regexes.ts';

/** A text that grows with `n`: a start, a part repeated to `n` characters, and an end. */
export interface PathologicalText {
  readonly start: string;
  readonly part: string;
  readonly end: string;
}

/** One or more characters of every class that patterns use. */
const anyClass = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\u2028',
    '\0',
    'a',
    'Z',
    '0',
    '_',
    '-',
    '.',
    ',',
    ';',
    ':',
    '/',
    '\\',
  ],
  ...['"', "'", '`', '<', '>', '=', '&', '#', '%', '@', '$', '+', '*', '(', ')', '[', '|', '!'],
  ...['é', '\u0301', '\u200e', '\ufeff', '字', '😀', '\ud800'],
] as const;

/** Ends that most patterns reject, so that a matcher has to backtrack. */
const nearMisses = ['\0', '', '!', ' ', '"', '\n', 'a', '字'] as const;

/**
 * `count` texts for which a badly written pattern takes long: first every class of characters repeated, then
 * combinations of the pattern's own words and characters, repeated behind others. The same ones for the same
 * pattern.
 */
export function pathologicalTexts({ pattern }: SourceRegex, count: number): PathologicalText[] {
  const own = ownPieces(pattern);
  const next = numbers([...pattern].reduce((sum, each) => sum * 31 + each.charCodeAt(0), 7) | 0);
  const one = (texts: readonly string[]) => texts[Math.floor(next() * texts.length)] ?? '';
  const repeated = [...own, ...anyClass].map((part) => ({ start: '', part, end: '\0' }));
  const mixed = Array.from({ length: Math.max(0, count - repeated.length) }, () => {
    const piece = () => one(next() < 0.7 ? own : anyClass);
    const parts = Array.from({ length: next() < 0.5 ? 1 : 2 + Math.floor(next() * 2) }, piece);
    const start = one(own) + (next() < 0.3 ? piece() : '');
    return { start, part: parts.join(''), end: one(nearMisses) };
  });
  return [...repeated, ...mixed].slice(0, count);
}

export function grow({ start, part, end }: PathologicalText, length: number): string {
  return start + part.repeat(Math.ceil(length / part.length)) + end;
}

const classes: readonly (readonly [string, readonly string[]])[] = [
  ['\\s', [' ', '\n', '\t']],
  ['\\d', ['0', '9']],
  ['\\w', ['a', '_', '0']],
  ['\\p{L}', ['é', '字']],
  ['\\p{M}', ['\u0301']],
  ['\\p{Cc}', ['\u0001', '\n']],
  ['\\r', ['\r']],
  ['\\n', ['\n', '\r\n']],
  ['\\t', ['\t']],
];

/** The words and characters that the pattern itself contains. */
function ownPieces(pattern: string): string[] {
  const bare = pattern.replaceAll(/\\[pP]\{\w+\}|\(\?<\w+>|\{\d+,?\d*\}/g, ' ');
  const words = bare.replaceAll(/\\[a-zA-Z]/g, '\0').match(/[\w<>="':;!@#%&,~` /-]+/g) ?? [];
  const characters = bare.replaceAll(/\\[a-zA-Z]/g, '').replaceAll('\\', '');
  const named = classes.flatMap(([name, members]) => (pattern.includes(name) ? members : []));
  return [...new Set([...words, ...characters, ...named, 'a'])].filter(Boolean);
}
