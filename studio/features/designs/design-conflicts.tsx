import { descriptionLine } from '#contract/shop/description-html.ts';
import { type KeywordKind, keywordKinds } from '#contract/shop/keywords.ts';
import { sizeWithUnit } from '#contract/shop/with-unit.ts';
import type { Design, DesignField, EditedDesign } from '#contract/studio/designs.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Conflicts } from '../../ui/conflicts.tsx';
import { momentText } from '../../ui/local-moment.ts';
import { editedFrom } from './design-form.ts';
import type { DesignForm } from './use-design-form.ts';

/** Keywords have a field for each kind, such as `keywords.motif`. */
type PlainField = Exclude<DesignField, 'keywords'>;

const names: Readonly<Record<PlainField, string>> = {
  title: 'Title',
  description: 'Description',
  sku: 'SKU',
  price: 'Price',
  sale: 'Discount',
  categoryIds: 'Categories',
  designers: 'Designers',
  isDesignerFavourite: 'Designers’ favourite',
  isForFabricShops: 'Sold to fabric shops',
  tile: 'Size of one repeat',
};

const kindNames: Readonly<Record<KeywordKind, string>> = {
  motif: 'Motifs',
  occasion: 'Occasions',
  style: 'Styles',
  color: 'Colours',
};

interface DesignConflictsProps {
  readonly form: DesignForm;
  /** As it is saved now. */
  readonly design: Design;
}

/** The fields that a colleague saved too, with both values, of which one is chosen. */
export function DesignConflicts({ form, design }: DesignConflictsProps) {
  const { conflicts, typed, settle } = form;
  const categories = useAnswer('categories').answer?.items ?? [];
  if (!conflicts) return null;
  const mine = editedFrom(typed);
  const nameOf = (id: string) => categories.find((each) => each.id === id)?.name ?? '…';
  return (
    <Conflicts
      conflicts={Object.entries(conflicts).map(([field, editor]) => ({
        field,
        name: nameOfField(field),
        editor,
        mine: textOf(mine, field, nameOf),
        theirs: textOf(design, field, nameOf),
      }))}
      onSettle={settle}
    />
  );
}

function nameOfField(path: string): string {
  const kind = keywordKinds.find((each) => path === `keywords.${each}`);
  return kind ? kindNames[kind] : names[path as PlainField];
}

function textOf(design: EditedDesign, path: string, nameOf: (id: string) => string): string {
  const kind = keywordKinds.find((each) => path === `keywords.${each}`);
  return kind ? design.keywords[kind].join(', ') : fieldText(design, path, nameOf);
}

function fieldText(design: EditedDesign, path: string, nameOf: (id: string) => string): string {
  const { sale, tile } = design;
  switch (path as PlainField) {
    case 'title':
      return design.title;
    case 'price':
      return formatUsd(design.price);
    case 'sale':
      return sale ? `${formatUsd(sale.price)}${from(sale.startsAt)}${until(sale.endsAt)}` : '';
    case 'categoryIds':
      return design.categoryIds.map(nameOf).join(', ');
    case 'designers':
      return design.designers.join(', ');
    case 'isDesignerFavourite':
      return design.isDesignerFavourite ? 'Yes' : 'No';
    case 'isForFabricShops':
      return design.isForFabricShops ? 'Yes' : 'No';
    case 'tile':
      return tile ? sizeWithUnit(tile.width, tile.height, 'in') : '';
    case 'description':
      return descriptionLine(design.description);
    case 'sku':
      return design.sku;
  }
}

const from = (startsAt: string | null) => (startsAt ? ` from ${momentText(startsAt)}` : '');
const until = (endsAt: string | null) => (endsAt ? ` until ${momentText(endsAt)}` : '');
