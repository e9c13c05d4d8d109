import { useId } from 'react';
import { formatUsd } from '#contract/money.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { isAnyPrice, type ShelfChoice, type ShelfOptions } from './shelf-choice.ts';
import styles from './shelf-filters.module.css';

interface ShelfFiltersProps {
  readonly options: ShelfOptions;
  /** Dollars. */
  readonly range: { readonly minPrice: number; readonly maxPrice: number };
  readonly choice: ShelfChoice;
  /** There is nothing to choose from. */
  readonly isDisabled: boolean;
  readonly onChange: (part: Partial<ShelfChoice>) => void;
}

interface ChoicesProps {
  readonly title: string;
  readonly choices: ShelfOptions['categories'];
  readonly chosen: readonly string[];
  readonly isDisabled: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ title, choices, chosen, isDisabled, onChange }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <fieldset disabled={isDisabled}>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.choices}>
        {choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

/** Category, price and designer, beside the shelf. */
export function ShelfFilters({ options, range, choice, isDisabled, onChange }: ShelfFiltersProps) {
  const id = useId();
  const price = isAnyPrice(choice) ? 'Any price' : `Up to ${formatUsd(choice.maxPrice)}`;
  return (
    <aside className={styles.side} aria-label="Filter the designs">
      <Choices
        title="Category"
        choices={options.categories}
        chosen={choice.categories}
        isDisabled={isDisabled}
        onChange={(categories) => onChange({ categories })}
      />
      <fieldset disabled={isDisabled}>
        <legend className={styles.legend}>
          <label htmlFor={id}>Price</label>
        </legend>
        <input
          id={id}
          type="range"
          className={styles.slider}
          min={range.minPrice}
          max={range.maxPrice}
          step={1}
          value={choice.maxPrice}
          aria-valuetext={price}
          onChange={({ target }) => onChange({ maxPrice: Number(target.value) })}
        />
        <p className={styles.ends} aria-hidden="true">
          <span>${range.minPrice}</span>
          <strong>{price}</strong>
          <span>${range.maxPrice}</span>
        </p>
      </fieldset>
      <Choices
        title="Designer"
        choices={options.designers.map((name) => ({ value: name, label: name }))}
        chosen={choice.designers}
        isDisabled={isDisabled}
        onChange={(designers) => onChange({ designers })}
      />
    </aside>
  );
}
