import type { ReactNode } from 'react';
import { withItems } from '#contract/shop/licence-rules.ts';
import { AnyLink } from '#ui/any-link.tsx';
import { inPlace } from '#ui/in-place.ts';

interface MarkedTextProps {
  readonly text: string;
  /** How many items a licence covers. */
  readonly items: number;
}

/** A text of the studio with paragraphs, lists, bold words and links; contract/shop/content.ts says how they are marked. */
export function MarkedText({ text, items }: MarkedTextProps) {
  const blocks = withItems(text, items)
    .split('\n\n')
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return inPlace(blocks.map(blockOf));
}

function blockOf(block: string): ReactNode {
  const lines = block.split('\n');
  if (!lines.every((line) => line.startsWith('- '))) return <p>{marked(block)}</p>;
  return <ul>{inPlace(lines.map(lineOf))}</ul>;
}

const lineOf = (line: string) => <li>{marked(line.slice(2))}</li>;

const marks = /(\*\*[^*]{1,400}\*\*|\[[^\][]{1,400}\]\([^()\s]{1,300}\))/;

const marked = (text: string) => inPlace(text.split(marks).map(partOf));

function partOf(part: string): ReactNode {
  if (/^\*\*[^*]+\*\*$/.test(part)) return <strong>{part.slice(2, -2)}</strong>;
  const [, label = '', to = ''] = /^\[([^\][]+)\]\(([^()\s]+)\)$/.exec(part) ?? [];
  if (!/^(\/|https?:)/.test(to)) return part;
  return <AnyLink to={to}>{label}</AnyLink>;
}
