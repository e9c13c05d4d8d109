import { Checkbox } from '#ui/checkbox.tsx';
import styles from './checkbox-list.module.css';

interface CheckboxListProps {
  readonly title: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  /** By id. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Any of several, all in view. Nothing if there are none. */
export function CheckboxList({ title, choices, chosen, onChange }: CheckboxListProps) {
  if (choices.length === 0) return null;
  return (
    <fieldset>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.choices}>
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
