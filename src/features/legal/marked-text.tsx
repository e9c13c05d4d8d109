import type { ReactNode } from 'react';
import { withItems } from '#contract/shop/licence-rules.ts';
import { AnyLink } from '#ui/any-link.tsx';

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
  return blocks.map((block) => {
    const lines = block.split('\n');
    if (!lines.every((line) => line.startsWith('- '))) return <p key={block}>{marked(block)}</p>;
    return (
      <ul key={block}>
        {lines.map((line) => (
          <li key={line}>{marked(line.slice(2))}</li>
        ))}
      </ul>
    );
  });
}

const marks = /(\*\*[^*]{1,400}\*\*|\[[^\][]{1,400}\]\([^()\s]{1,300}\))/;

function marked(text: string): ReactNode[] {
  return text.split(marks).map((part) => {
    if (/^\*\*[^*]+\*\*$/.test(part)) return <strong key={part}>{part.slice(2, -2)}</strong>;
    const [, label = '', to = ''] = /^\[([^\][]+)\]\(([^()\s]+)\)$/.exec(part) ?? [];
    if (!/^(\/|https?:)/.test(to)) return part;
    return (
      <AnyLink key={part} to={to}>
        {label}
      </AnyLink>
    );
  });
}
