import type { ReactNode } from 'react';
import { blocksOf, type MarkedBlock, type MarkedPart } from '#contract/shop/marked-text.ts';
import { AnyLink } from '#ui/any-link.tsx';
import { inPlace } from '#ui/in-place.ts';

interface MarkedTextProps {
  readonly text: string;
  /** How many items a licence covers. */
  readonly items: number;
}

/** A text of the studio with paragraphs, lists, bold words and links. */
export function MarkedText({ text, items }: MarkedTextProps) {
  return inPlace(blocksOf(text, items).map(blockShown));
}

function blockShown({ isList, lines }: MarkedBlock): ReactNode {
  return isList ? <ul>{inPlace(lines.map(itemShown))}</ul> : <p>{inPlace(lines.map(lineShown))}</p>;
}

const itemShown = (parts: readonly MarkedPart[]) => <li>{lineShown(parts)}</li>;
const lineShown = (parts: readonly MarkedPart[]) => inPlace(parts.map(partShown));

function partShown(part: MarkedPart): ReactNode {
  if (part.kind === 'link') return <AnyLink to={part.to}>{part.text}</AnyLink>;
  return part.kind === 'bold' ? <strong>{part.text}</strong> : part.text;
}
