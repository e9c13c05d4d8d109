import { type FontName, fontBytes, runsOf } from './paper-fonts.ts';

type Document = PDFKit.PDFDocument;

/** How a text is drawn; sizes and places in points. */
export interface TextStyle {
  readonly size: number;
  readonly font?: Extract<FontName, 'latin' | 'latin-bold'>;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

/** A word, with what follows it up to the next. */
interface Word {
  readonly text: string;
  readonly width: number;
  /** The width without the space at its end. */
  readonly ink: number;
}

const wordSegments = new Intl.Segmenter('en', { granularity: 'word' });
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const strong = /\p{L}/u;

/** A text in lines that are at most `width` wide. */
export function linesOf(doc: Document, text: string, width: number, style: TextStyle): Word[][] {
  const lines: Word[][] = [[]];
  let reached = 0;
  // What can't be seen has no glyph, nor do letters apart from their accents and most spaces.
  const shown = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .replace(/(?![\u00a0\u3000])\p{Zs}/gu, ' ');
  for (const word of wordsOf(doc, shown, width, style)) {
    if (reached > 0 && reached + word.ink > width) {
      lines.push([]);
      reached = 0;
    }
    lines.at(-1)?.push(word);
    reached += word.width;
  }
  return lines;
}

/** The height of a line. */
export function lineHeight({ size }: TextStyle): number {
  return size * 1.45;
}

/** Draws lines from `y` down, and returns where they end. */
export function drawLines(
  doc: Document,
  lines: readonly (readonly Word[])[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  style: TextStyle,
): number {
  let top = y;
  for (const line of lines) {
    const ink = line.reduce(
      (sum, word, at) => sum + (at < line.length - 1 ? word.width : word.ink),
      0,
    );
    let left = style.align === 'right' ? x + width - ink : x;
    const baseline = top + style.size * 1.1;
    for (const word of inVisualOrder(line)) {
      for (const run of runsOf(word.text, style.font ?? 'latin')) {
        setFont(doc, run.font)
          .fontSize(style.size)
          .fillColor(style.color ?? '#262626');
        doc.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
        left += doc.widthOfString(run.text);
      }
    }
    top += lineHeight(style);
  }
  return top;
}

/** The words where a line may end: after spaces, and in scripts without spaces after each word. A word that is too wide is cut. */
function wordsOf(doc: Document, text: string, width: number, style: TextStyle): Word[] {
  const segments = [...wordSegments.segment(text)];
  const words: string[] = [];
  for (const { segment, isWordLike } of segments) {
    const last = words.at(-1);
    const isGlued = last !== undefined && !/\s$/.test(last);
    const isUnspaced = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
    if (isGlued && !(isWordLike && isUnspaced.test(segment))) words[words.length - 1] += segment;
    else words.push(segment);
  }
  return words.flatMap((word) => cut(doc, word, width, style));
}

function cut(doc: Document, text: string, width: number, style: TextStyle): Word[] {
  const ink = widthOf(doc, text.trimEnd(), style);
  if (ink <= width || text.length < 2) return [{ text, ink, width: widthOf(doc, text, style) }];
  const letters = [...text];
  const half = Math.ceil(letters.length / 2);
  return [letters.slice(0, half), letters.slice(half)].flatMap((part) =>
    cut(doc, part.join(''), width, style),
  );
}

function widthOf(doc: Document, text: string, style: TextStyle): number {
  return runsOf(text, style.font ?? 'latin').reduce(
    (sum, run) => sum + setFont(doc, run.font).fontSize(style.size).widthOfString(run.text),
    0,
  );
}

/** A document opens the font of a name once. */
function setFont(doc: Document, name: FontName): Document {
  return doc.registerFont(name, fontBytes(name)).font(name);
}

function isRightToLeft(text: string): boolean {
  const [first = ''] = strong.exec(text) ?? [];
  return rightToLeft.test(first);
}

/** Words that are read from right to left stand so among each other, and in a line that begins with one the others too. */
function inVisualOrder(line: readonly Word[]): readonly Word[] {
  const groups: Word[][] = [];
  for (const word of line) {
    const last = groups.at(-1);
    const isSame = last?.[0] && rightToLeft.test(last[0].text) === rightToLeft.test(word.text);
    if (last && isSame) last.push(word);
    else groups.push([word]);
  }
  const shown = groups.map((group) =>
    group[0] && rightToLeft.test(group[0].text) ? reversed(group) : group,
  );
  const isReversed = isRightToLeft(line.map(({ text }) => text).join(''));
  return (isReversed ? shown.reverse() : shown).flat();
}

/** From the last to the first, with the spaces where they were. */
function reversed(words: readonly Word[]): readonly Word[] {
  const spaces = words.map(({ text }) => text.slice(text.trimEnd().length));
  const between = [...spaces.slice(0, -1).reverse(), ...spaces.slice(-1)];
  return words
    .toReversed()
    .map((word, place) => ({ ...word, text: word.text.trimEnd() + (between[place] ?? '') }));
}
