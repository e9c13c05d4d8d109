import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { keywordLimits } from '#contract/studio/keywords.ts';
import { Icon } from '#ui/icon.tsx';
import { TextField } from '#ui/text-field.tsx';
import styles from './keyword-field.module.css';
import { enterText, suggestedWords, type TypedWords, typeText } from './typed-keywords.ts';

interface KeywordFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly typed: TypedWords;
  readonly onChange: (typed: TypedWords) => void;
  /** Keywords that other designs have. */
  readonly used: readonly string[];
  readonly error: string | undefined;
}

/** A field for keywords: a comma, Enter or blur adds what was typed; pressing a keyword removes it. */
export function KeywordField({ label, hint, typed, onChange, used, error }: KeywordFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { words, text } = typed;
  const suggestions = suggestedWords(typed, used);

  function change(next: TypedWords): void {
    onChange(next);
    // The pressed button disappears.
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // Enter must not submit the form around it.
    event.preventDefault();
    onChange(enterText(typed));
  }

  function onBlur({ relatedTarget }: FocusEvent): void {
    const isOnSuggestion = box.current?.contains(relatedTarget);
    if (text !== '' && !isOnSuggestion) onChange(enterText(typed));
  }

  return (
    <div className={styles.field} ref={box}>
      <TextField
        ref={input}
        label={label}
        hint={words.length === 0 ? hint : `${words.length} of ${keywordLimits.words} words`}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        value={text}
        onChange={(next) => onChange(typeText(typed, next))}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        error={error}
      />
      {suggestions.length > 0 && (
        <ul className={styles.words} aria-label={`${label} of other designs`}>
          {suggestions.map((word) => (
            <li key={word}>
              <button
                type="button"
                className={styles.suggestion}
                aria-label={`Add ${word}`}
                // Keeps the focus in the field, because blur would add the half-typed keyword.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => change(enterText({ words, text: word }))}
              >
                + {word}
              </button>
            </li>
          ))}
        </ul>
      )}
      {words.length > 0 && (
        <ul className={styles.words} aria-label={`${label} of this design`}>
          {words.map((word) => (
            <li key={word}>
              <button
                type="button"
                className={styles.word}
                aria-label={`Remove ${word}`}
                onClick={() => change({ words: words.filter((other) => other !== word), text })}
              >
                {word}
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
