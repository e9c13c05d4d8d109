import { withItems } from './licence-rules.ts';

/** A part of a line. A link leads to a path of the shop, or to a web address. */
export type MarkedPart =
  | { readonly kind: 'words' | 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

/** A paragraph of one line, whose own breaks are in its words, or a list. */
export interface MarkedBlock {
  readonly isList: boolean;
  readonly lines: readonly (readonly MarkedPart[])[];
}

const marks = /(\*\*[^*]{1,400}\*\*|\[[^\][]{1,400}\]\([^()\s]{1,300}\))/;

/**
 * A text of the studio as paragraphs, lists, bold words and links; content.ts says how they are marked. `items`: how many
 * a licence covers.
 */
export function blocksOf(text: string, items: number): readonly MarkedBlock[] {
  return withItems(text, items)
    .split('\n\n')
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(blockOf);
}

function blockOf(block: string): MarkedBlock {
  const lines = block.split('\n');
  if (!lines.every((line) => line.startsWith('- ')))
    return { isList: false, lines: [parts(block)] };
  return { isList: true, lines: lines.map((line) => parts(line.slice(2))) };
}

const parts = (line: string) => line.split(marks).map(partOf);

function partOf(part: string): MarkedPart {
  if (/^\*\*[^*]+\*\*$/.test(part)) return { kind: 'bold', text: part.slice(2, -2) };
  const [, text = '', to = ''] = /^\[([^\][]+)\]\(([^()\s]+)\)$/.exec(part) ?? [];
  return /^(\/|https?:)/.test(to) ? { kind: 'link', text, to } : { kind: 'words', text: part };
}
