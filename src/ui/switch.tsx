import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import styles from './switch.module.css';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'onChange'> {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

/** A setting that is on or off and takes effect at once. */
export function Switch({ isOn, onChange, children, className, ...input }: SwitchProps) {
  return (
    <label className={joinClasses(styles.switch, className)}>
      <input
        {...input}
        type="checkbox"
        role="switch"
        className={styles.track}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
