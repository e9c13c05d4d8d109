import { keywordKinds } from '#contract/shop/keywords.ts';
import { type BulkAction, type PriceWay, valueChoices } from '#contract/studio/bulk-actions.ts';
import type { Rounding } from '#contract/studio/rounding.ts';
import { formatUsd } from '#contract/wire/money.ts';

const rounded: Readonly<Record<Rounding, string>> = {
  cent: '',
  half: ', rounded to $0.50',
  dollar: ', rounded to $1.00',
  ninetyNine: ', ending in .99',
};

const moves = { draft: 'Back to draft', published: 'Publish', retired: 'Retire' } as const;

/** What an action does, in a few words. `nameOf` names categories. */
export function actionTitle(action: BulkAction, nameOf: ReadonlyMap<string, string>): string {
  switch (action.kind) {
    case 'price': {
      if (action.way === 'set') return `Price ${formatUsd(action.value)}`;
      return `Price ${action.value < 0 ? '−' : '+'}${step(action)}`;
    }
    case 'discount': {
      if (action.way === 'set') return `Discounted price ${formatUsd(action.value)}`;
      return `Discount of ${step(action)}`;
    }
    case 'noDiscount':
      return 'No discount';
    case 'categories': {
      const names = action.categoryIds.map((id) => nameOf.get(id) ?? '?').join(', ');
      return `${verb(action)} category: ${names}`;
    }
    case 'designers':
      return `${verb(action)} designer: ${action.designers.join(', ')}`;
    case 'keywords': {
      const words = keywordKinds.flatMap((kind) => action.keywords[kind]);
      return `${verb(action)} keywords: ${words.join(', ')}`;
    }
    case 'status':
      return moves[action.status];
    case 'delete':
      return 'Delete drafts';
    default: {
      const { kind, ...wanted } = action;
      const value: unknown = Object.values(wanted)[0];
      return valueChoices.find((each) => each.kind === kind && each.value === value)?.menu ?? kind;
    }
  }
}

function verb({ how }: { readonly how: 'add' | 'remove' }): string {
  return how === 'add' ? 'Add' : 'Remove';
}

function step(action: {
  readonly way: PriceWay;
  readonly value: number;
  readonly rounding: Rounding;
}): string {
  const by = Math.abs(action.value);
  return `${action.way === 'percent' ? `${by}%` : formatUsd(by)}${rounded[action.rounding]}`;
}
