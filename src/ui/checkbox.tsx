import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';
import { joinClasses } from './join-classes.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  readonly onChange?: (isChecked: boolean) => void;
  readonly children: ReactNode;
}

export function Checkbox({ children, onChange, className, ...input }: CheckboxProps) {
  return (
    <label className={joinClasses(styles.checkbox, className)}>
      <input
        {...input}
        type="checkbox"
        className={styles.box}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
