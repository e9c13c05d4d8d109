import type { SkuWay } from '#contract/studio/import-choices.ts';
import { counted } from '#contract/wire/counted.ts';
import { Select } from '#ui/select.tsx';
import type { Report, TypedChoices } from './import-choices-form.ts';
import styles from './imports.module.css';

interface SkusProps {
  readonly report: Report;
  readonly typed: TypedChoices;
  readonly onChange: (change: Partial<TypedChoices>) => void;
}

/** Asks about SKUs that a spreadsheet seems to have changed; nothing if there are none. */
export function ImportSkus({ report: { skus }, typed, onChange }: SkusProps) {
  if (!skus) return null;
  const some = counted(skus.designs, 'SKU looks', 'SKUs look');
  return (
    <fieldset className={styles.types}>
      <legend>SKUs</legend>
      <Select
        label="SKUs that a spreadsheet seems to have changed"
        hint={`${some} as if a spreadsheet changed this file, such as ${skus.example}. The preview marks each. If you have the file as your shop exported it, upload that one instead.`}
        options={[
          { value: 'keep', label: 'Take them as they are' },
          { value: 'renew', label: 'Leave them out: those designs get new SKUs' },
        ]}
        value={typed.skus}
        onChange={(to) => onChange({ skus: to as SkuWay })}
      />
    </fieldset>
  );
}
