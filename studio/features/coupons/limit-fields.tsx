import { TextField, type TextFieldProps } from '#ui/text-field.tsx';
import styles from '../../ui/form.module.css';
import { lastMoment } from '../../ui/local-moment.ts';
import type { LimitField } from './coupon-values.ts';

interface LimitFieldsProps {
  readonly field: (name: LimitField) => Omit<TextFieldProps, 'label'>;
}

/** The limits that may change while buyers have the code; an empty field sets no limit. */
export function LimitFields({ field }: LimitFieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField label="Starts" type="datetime-local" max={lastMoment} {...field('startsAt')} />
        <TextField label="Ends" type="datetime-local" max={lastMoment} {...field('endsAt')} />
      </div>
      <div className={styles.pair}>
        <TextField
          label="Minimum subtotal"
          hint="In dollars, for the whole cart before the coupon."
          inputMode="decimal"
          autoComplete="off"
          {...field('minimumSubtotal')}
        />
        <TextField
          label="Total uses"
          inputMode="numeric"
          autoComplete="off"
          {...field('useLimit')}
        />
      </div>
    </>
  );
}
