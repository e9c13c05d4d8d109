import { descriptionLine } from '#contract/shop/description-html.ts';
import { keywordKinds } from '#contract/shop/keywords.ts';
import { sizeWithUnit } from '#contract/shop/with-unit.ts';
import { designCalls } from '#contract/studio/design-calls.ts';
import { type Design, type DesignField, designRecord } from '#contract/studio/design-record.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Conflicts } from '../../ui/conflicts.tsx';
import { momentText } from '../../ui/local-moment.ts';
import { type DesignFields, designShape, fieldsOf } from './design-form.ts';
import { keywordNames } from './typed-keywords.ts';
import type { DesignForm } from './use-design-form.ts';

interface DesignConflictsProps {
  readonly form: DesignForm;
  /** As it is saved now. */
  readonly design: Design;
}

/** The fields that a colleague saved too, with both values, of which one is chosen. */
export function DesignConflicts({ form, design }: DesignConflictsProps) {
  const { conflicts, typed, settle } = form;
  const categories = useAnswer(designCalls.categories).answer?.items ?? [];
  if (!conflicts) return null;
  const mine = designShape.editedFrom(typed);
  const saved = fieldsOf(design);
  const nameOf = (id: string) => categories.find((each) => each.id === id)?.name ?? '…';
  return (
    <Conflicts
      conflicts={Object.entries(conflicts).map(([field, editor]) => ({
        field,
        name: fieldName(field),
        editor,
        mine: fieldText(mine, field as keyof DesignFields, nameOf),
        theirs: fieldText(saved, field as keyof DesignFields, nameOf),
      }))}
      onSettle={settle}
    />
  );
}

function fieldName(path: string): string {
  const kind = keywordKinds.find((each) => path === `keywords.${each}`);
  return kind ? keywordNames[kind] : designRecord[path as DesignField].label;
}

function fieldText(
  design: DesignFields,
  field: keyof DesignFields,
  nameOf: (id: string) => string,
): string {
  const { sale, tile } = design;
  switch (field) {
    case 'description':
      return descriptionLine(design.description);
    case 'sale':
      return sale ? `${formatUsd(sale.price)}${from(sale.startsAt)}${until(sale.endsAt)}` : '';
    case 'categoryIds':
      return design.categoryIds.map(nameOf).join(', ');
    case 'tile':
      return tile ? sizeWithUnit(tile.width, tile.height, 'in') : '';
    default:
      return valueText(design[field]);
  }
}

function valueText(value: string | number | boolean | readonly string[]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatUsd(value);
  return typeof value === 'string' ? value : value.join(', ');
}

const from = (startsAt: string | null) => (startsAt ? ` from ${momentText(startsAt)}` : '');
const until = (endsAt: string | null) => (endsAt ? ` until ${momentText(endsAt)}` : '');
