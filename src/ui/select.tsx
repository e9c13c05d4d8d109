import type { ComponentProps } from 'react';
import { Field, type FieldWords } from './field.tsx';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './text-field.module.css';

interface SelectProps
  extends Omit<ComponentProps<'select'>, 'id' | 'onChange' | 'children'>,
    FieldWords {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The first, empty option: nothing selected yet. */
  readonly placeholder?: string;
}

/** A choice of one, using the device's native picker: suited to thumbs, screen readers and autofill, and it costs no code. */
export function Select(props: SelectProps) {
  const { label, options, placeholder, onChange, error, hint, className, ...select } = props;
  const field = { label, error, hint, className, isRequired: select.required };
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.box}>
          <select
            {...select}
            {...control}
            className={joinClasses(styles.input, styles.select)}
            onChange={(event) => onChange?.(event.target.value)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles.arrow}>
            <Icon name="down" size={18} />
          </span>
        </span>
      )}
    </Field>
  );
}
