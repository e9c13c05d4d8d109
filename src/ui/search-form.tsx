import type { ComponentProps, Ref } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './search-form.module.css';

interface SearchFormProps extends Omit<ComponentProps<'input'>, 'onSubmit'> {
  /** Its name for screen readers; two boxes on a page need two names. */
  readonly label: string;
  readonly onSubmit: () => void;
  /** The element that holds the form and the children below it. */
  readonly box?: Ref<HTMLElement>;
}

/** A search input with its button; other props go to the input. */
export function SearchForm({
  label,
  onSubmit,
  box,
  className,
  children,
  ...input
}: SearchFormProps) {
  return (
    <search ref={box} className={joinClasses(styles.form, className)}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <input
          type="search"
          className={styles.input}
          aria-label={label}
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          {...input}
        />
        <Button type="submit" variant="icon" className={styles.submit} aria-label="Search">
          <Icon name="search" size={22} />
        </Button>
      </form>
      {children}
    </search>
  );
}
