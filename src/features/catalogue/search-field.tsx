import { Icon } from '#ui/icon.tsx';
import styles from './search-field.module.css';
import { longestSearch } from './search-url.ts';
import type { SearchBox } from './use-search-url.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly box: SearchBox;
}

/** The box of a search screen: it searches by itself at a pause in typing, and at once on Enter. */
export function SearchField({ label, placeholder, box }: SearchFieldProps) {
  const { text, onChange, onSubmit, onCompositionEnd, ...events } = box;
  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <span className={styles.glass}>
          <Icon name="search" />
        </span>
        <input
          type="search"
          className={styles.input}
          aria-label={label}
          placeholder={placeholder}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={longestSearch}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onCompositionEnd={(event) => onCompositionEnd(event.currentTarget.value)}
          {...events}
        />
      </form>
    </search>
  );
}
