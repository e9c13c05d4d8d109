import { useState } from 'react';
import { searchPath } from '#contract/paths.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './search-box.module.css';
import { useShopNavigate } from './use-shop-navigate.ts';

interface SearchBoxProps {
  /** Its name for screen readers; two boxes on a page have two names. */
  readonly label: string;
  readonly placeholder: string;
  readonly className?: string | undefined;
}

/** Goes to the search screen on Enter or its button, and only with something to search for. */
export function SearchBox({ label, placeholder, className }: SearchBoxProps) {
  const [text, setText] = useState('');
  const navigate = useShopNavigate();
  return (
    <search className={joinClasses(styles.form, className)}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const query = text.trim();
          if (query === '') return;
          setText('');
          navigate(searchPath(query));
        }}
      >
        <input
          type="search"
          className={styles.input}
          aria-label={label}
          placeholder={placeholder}
          value={text}
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="icon" className={styles.submit} aria-label="Search">
          <Icon name="search" size={22} />
        </Button>
      </form>
    </search>
  );
}
