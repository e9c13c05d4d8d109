import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatUsd } from '#contract/wire/money.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import styles from './shelf-filters.module.css';

/** What the controls are set to: category ids and designers' names (none: all of them), and the maximum price in dollars (null: any price). */
export interface ShelfChoice {
  readonly categories: readonly string[];
  readonly designers: readonly string[];
  readonly maxPrice: number | null;
}

/** The options to choose from. */
export interface ShelfOptions {
  readonly categories: readonly { readonly _id: string; readonly name: string }[];
  readonly designers: readonly string[];
}

/** The slider's ends, in dollars. */
export interface ShelfRange {
  readonly minPrice: number;
  readonly maxPrice: number;
}

interface ShelfFiltersProps {
  readonly options: ShelfOptions;
  readonly range: ShelfRange;
  readonly choice: ShelfChoice;
  /** There is nothing to choose from. */
  readonly isDisabled: boolean;
  readonly onChange: (part: Partial<ShelfChoice>) => void;
}

interface ChoicesProps {
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
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
              onChange(isOn ? [...chosen, value].sort() : chosen.filter((other) => other !== value))
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

interface PriceSliderProps {
  readonly range: ShelfRange;
  readonly maxPrice: number | null;
  readonly isDisabled: boolean;
  readonly onChange: (maxPrice: number | null) => void;
}

/** The maximum price. It applies when the thumb is released; at the upper end there is no limit. */
function PriceSlider({ range, maxPrice, isDisabled, onChange }: PriceSliderProps) {
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const settle = useEffectEvent(() => {
    const value = Number(slider.current?.value);
    setDragged(null);
    onChange(value < range.maxPrice ? value : null);
  });
  useEffect(() => {
    const input = slider.current;
    // React's onChange is called on every step of a drag.
    const listener = () => settle();
    input?.addEventListener('change', listener);
    return () => input?.removeEventListener('change', listener);
  }, []);
  const value = dragged ?? maxPrice ?? range.maxPrice;
  const text = value < range.maxPrice ? `Up to ${formatUsd(value)}` : 'Any price';
  return (
    <fieldset disabled={isDisabled}>
      <legend className={styles.legend}>
        <label htmlFor={id}>Price</label>
      </legend>
      <input
        id={id}
        ref={slider}
        type="range"
        className={styles.slider}
        min={range.minPrice}
        max={range.maxPrice}
        step={1}
        value={value}
        aria-valuetext={text}
        onChange={({ target }) => setDragged(Number(target.value))}
      />
      <p className={styles.ends} aria-hidden="true">
        <span>${range.minPrice}</span>
        <strong>{text}</strong>
        <span>${range.maxPrice}</span>
      </p>
    </fieldset>
  );
}

/** Filters by category, price and designer, next to the shelf. */
export function ShelfFilters({ options, range, choice, isDisabled, onChange }: ShelfFiltersProps) {
  return (
    <aside className={`card ${styles.side}`} aria-label="Filter the designs">
      <Choices
        title="Category"
        choices={options.categories.map(({ _id, name }) => ({ value: _id, label: name }))}
        chosen={choice.categories}
        isDisabled={isDisabled}
        onChange={(categories) => onChange({ categories })}
      />
      <PriceSlider
        range={range}
        maxPrice={choice.maxPrice}
        isDisabled={isDisabled}
        onChange={(maxPrice) => onChange({ maxPrice })}
      />
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
