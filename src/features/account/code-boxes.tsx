import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useRef } from 'react';
import styles from './code-boxes.module.css';
import { type CodeChange, type CodeDigits, enterText, eraseDigit } from './code-digits.ts';

interface CodeBoxesProps {
  readonly label: string;
  readonly digits: CodeDigits;
  readonly onChange: (digits: CodeDigits) => void;
  readonly error: string | null;
  readonly firstRef: Ref<HTMLInputElement>;
}

/** A one-time code in one box per digit: typing moves on, Backspace moves back, and a pasted or autofilled code fills all boxes. */
export function CodeBoxes({ label, digits, onChange, error, firstRef }: CodeBoxesProps) {
  const noteId = useId();
  const row = useRef<HTMLDivElement>(null);

  function move(index: number): void {
    row.current?.querySelectorAll('input')[index]?.focus();
  }

  function apply(change: CodeChange): void {
    onChange(change.digits);
    move(change.focus);
  }

  function handleKey(event: KeyboardEvent, index: number): void {
    if (event.key === 'ArrowLeft') move(index - 1);
    else if (event.key === 'ArrowRight') move(index + 1);
    else if (event.key === 'Backspace') apply(eraseDigit(digits, index));
    else return;
    event.preventDefault();
  }

  function paste(event: ClipboardEvent, index: number): void {
    event.preventDefault();
    apply(enterText(digits, index, event.clipboardData.getData('text') || ' '));
  }

  return (
    <fieldset className={styles.code} aria-describedby={noteId}>
      <legend className={styles.label}>{label}</legend>
      <div ref={row} className={styles.boxes}>
        {digits.map((digit, index) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
            key={index}
            ref={index === 0 ? firstRef : undefined}
            className={styles.box}
            aria-label={`Digit ${index + 1} of ${digits.length}`}
            aria-invalid={error ? true : undefined}
            inputMode="numeric"
            pattern="[0-9]"
            // The browser offers the whole code to the first box; a maxlength would truncate it.
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            value={digit}
            onChange={(event) => apply(enterText(digits, index, event.target.value))}
            onKeyDown={(event) => handleKey(event, index)}
            onPaste={(event) => paste(event, index)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
      <p id={noteId} className={styles.error} aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
