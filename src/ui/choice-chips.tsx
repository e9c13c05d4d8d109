import { useId } from 'react';
import styles from './choice-chips.module.css';

interface ChoiceChipsProps<Value extends string> {
  readonly title: string;
  readonly choices: readonly {
    readonly value: Value;
    readonly label: string;
    /** What a screen reader says instead of the label. */
    readonly name?: string;
  }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  /** The id of what says why the choice isn’t right. */
  readonly describedBy?: string;
}

/** One of a few, all in view. */
export function ChoiceChips<Value extends string>({
  title,
  choices,
  chosen,
  onChoose,
  describedBy,
}: ChoiceChipsProps<Value>) {
  const group = useId();
  return (
    <fieldset className={styles.group} aria-describedby={describedBy}>
      <legend className={styles.legend}>{title}</legend>
      <div className="row-2">
        {choices.map(({ value, label, name }) => (
          <label key={value} className={styles.chip}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              aria-label={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
