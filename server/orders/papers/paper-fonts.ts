import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './unpack-woff.ts';

/** Noto Sans of one script each, in the order in which a character is looked for; see fonts/README.md. */
const names = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
  'thai',
  'hebrew',
  'arabic',
  'devanagari',
  'cyrillic-ext',
  'greek-ext',
  'japanese',
  'korean',
  'chinese-simplified',
] as const;
export type FontName = (typeof names)[number] | 'latin-bold';

/** What a font has, so that large ones are only read for texts in their script. */
const scripts: Partial<Record<FontName, RegExp>> = {
  thai: /\p{Script=Thai}/u,
  hebrew: /\p{Script=Hebrew}/u,
  arabic: /[\p{Script=Arabic}\u0660-\u0669\u06f0-\u06f9،؛؟]/u,
  devanagari: /[\p{Script=Devanagari}\u200c\u200d]/u,
  japanese: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30ff\uff00-\uffef]/u,
  korean: /\p{Script=Hangul}/u,
  'chinese-simplified': /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u,
};

const files = new Map<FontName, Buffer>();

/** A font, read when it is first needed. */
export function fontBytes(name: FontName): Buffer {
  const known = files.get(name);
  if (known) return known;
  const bytes = unpackWoff(readFileSync(new URL(`./fonts/${name}.woff`, import.meta.url)));
  files.set(name, bytes);
  return bytes;
}

const fonts = new Map<FontName, Font>();

function fontOf(name: FontName): Font {
  const known = fonts.get(name);
  if (known) return known;
  const font = create(fontBytes(name)) as Font;
  fonts.set(name, font);
  return font;
}

/** A piece of a text that one font can draw. */
export interface Run {
  readonly font: FontName;
  readonly text: string;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into runs. A character that no font has is drawn as its replacement box. */
export function runsOf(text: string, first: FontName): Run[] {
  const runs: { font: FontName; text: string }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1);
    const font =
      last && has(last.font, segment)
        ? last.font
        : ([first, ...names].find((name) => has(name, segment)) ?? first);
    if (last?.font === font) last.text += segment;
    else runs.push({ font, text: segment });
  }
  return runs;
}

function has(name: FontName, grapheme: string): boolean {
  const script = scripts[name];
  if (script && !script.test(grapheme)) return false;
  const font = fontOf(name);
  return [...grapheme].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}
