import { TextField } from '#ui/text-field.tsx';
import styles from './color-field.module.css';

interface ColorFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A colour, typed as `#rrggbb` or picked. */
export function ColorField({ label, value, onChange, ...field }: ColorFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      required
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={onChange}
      end={
        <input
          type="color"
          className={styles.picker}
          aria-label={`${label}: pick a colour`}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
          onChange={(event) => onChange(event.target.value)}
        />
      }
    />
  );
}
