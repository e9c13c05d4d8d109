import { type KeywordKind, type Keywords, keywordKinds } from '#contract/shop/keywords.ts';
import type { Import, ImportOutcome, ImportSource, ImportState } from '#contract/studio/imports.ts';
import { Badge } from '../../ui/badge.tsx';

export const sourceNames: Readonly<Record<ImportSource, string>> = {
  shopify: 'Shopify',
  etsy: 'Etsy',
  gumroad: 'Gumroad',
};

const states: Readonly<Record<ImportState, readonly ['good' | 'wait' | 'bad' | 'plain', string]>> =
  {
    planning: ['wait', 'Preparing preview'],
    planned: ['wait', 'Not started'],
    discarded: ['plain', 'Discarded'],
    importing: ['wait', 'In progress'],
    done: ['good', 'Done'],
    stopped: ['plain', 'Stopped'],
  };

export function ImportStateBadge({ state }: Pick<Import, 'state'>) {
  const [tone, words] = states[state];
  return <Badge tone={tone}>{words}</Badge>;
}

export const outcomeWords: Readonly<Record<ImportOutcome, string>> = {
  created: 'Created',
  updated: 'Updated',
  skipped: 'Skipped',
};

const plannedWords: typeof outcomeWords = {
  created: 'Will be created',
  updated: 'Will be updated',
  skipped: 'Will be skipped',
};

/** The outcomes of an import as it stands: until it has ended, they are what is planned. */
export function outcomeWordsIn(state: ImportState): typeof outcomeWords {
  return state === 'planned' || state === 'importing' ? plannedWords : outcomeWords;
}

export const outcomeTones = { created: 'good', updated: 'wait', skipped: 'plain' } as const;

const kindNames: Readonly<Record<KeywordKind, string>> = {
  motif: 'Motif',
  occasion: 'Occasion',
  style: 'Style',
  color: 'Colour',
};

/** `Motif: fox, mushroom. Colour: sage`; a dash if there are none. */
export function keywordText(keywords: Keywords): string {
  const kinds = keywordKinds.filter((kind) => keywords[kind].length > 0);
  return kinds.map((kind) => `${kindNames[kind]}: ${keywords[kind].join(', ')}`).join('. ') || '—';
}
