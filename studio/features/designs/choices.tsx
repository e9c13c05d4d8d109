import { Checkbox } from '#ui/checkbox.tsx';
import styles from './design-cards.module.css';

interface ChoicesProps {
  readonly legend: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: string[]) => void;
  readonly error: string | undefined;
  readonly hint: string | undefined;
}

/** A choice of any number of categories or designers. */
export function Choices({ legend, options, chosen, onChoose, error, hint }: ChoicesProps) {
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(isChosen) =>
              onChoose(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <p className={error ? 'problem' : 'note'} aria-live="polite">
        {error ?? hint}
      </p>
    </fieldset>
  );
}
