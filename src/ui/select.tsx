import { type ComponentProps, useId } from 'react';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './text-field.module.css';

export interface SelectProps
  extends Omit<ComponentProps<'select'>, 'id' | 'onChange' | 'children'> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The first, empty option: nothing selected yet. */
  readonly placeholder?: string;
  readonly onChange?: (value: string) => void;
  readonly error?: string | null | undefined;
  readonly hint?: string | undefined;
}

/** A choice of one, using the device's native picker: suited to thumbs, screen readers and autofill, and it costs no code. */
export function Select({
  label,
  options,
  placeholder,
  onChange,
  error,
  hint,
  className,
  ...select
}: SelectProps) {
  const id = useId();
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={hint}
      isRequired={select.required}
      className={className}
    >
      <span className={styles.box}>
        <select
          {...select}
          id={id}
          className={joinClasses(styles.input, styles.select)}
          onChange={(event) => onChange?.(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
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
    </Field>
  );
}
