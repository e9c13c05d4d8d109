import { useEffect, useRef } from 'react';
import { colorName, namedColors } from '#contract/catalogue/named-colors.ts';
import { Button } from '#ui/button.tsx';
import styles from './color-filter.module.css';
import { MatchButton } from './match-button.tsx';

interface ColorFilterProps {
  /** `rrggbb`; null: any colour. */
  readonly color: string | null;
  readonly onChange: (color: string | null) => void;
}

/** Chooses one colour: by name, from the browser's picker, or from a photo. */
export function ColorFilter({ color, onChange }: ColorFilterProps) {
  const isNamed = namedColors.some((named) => named.color === color);
  return (
    <>
      <ul className={styles.colors}>
        {namedColors.map((named) => (
          <li key={named.color}>
            <button
              type="button"
              className={styles.color}
              style={{ backgroundColor: `#${named.color}` }}
              aria-label={named.name}
              aria-pressed={named.color === color}
              title={named.name}
              onClick={() => onChange(named.color === color ? null : named.color)}
            />
          </li>
        ))}
      </ul>
      <OtherColor key={color} color={isNamed ? null : color} onChange={onChange} />
      <MatchButton onMatch={onChange} />
      {color !== null && (
        <Button variant="quiet" onClick={() => onChange(null)}>
          Any colour
        </Button>
      )}
    </>
  );
}

/** The browser's picker. Filters once a colour is chosen, not while the pointer moves through others. */
function OtherColor({ color, onChange }: ColorFilterProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const picker = input.current;
    const choose = () => picker && onChange(picker.value.slice(1));
    picker?.addEventListener('change', choose);
    return () => picker?.removeEventListener('change', choose);
  }, [onChange]);
  return (
    <label className={styles.other}>
      <input
        ref={input}
        type="color"
        className={styles.picker}
        defaultValue={`#${color ?? 'b98fd6'}`}
      />
      <span>{color === null ? 'Another colour' : colorName(color)}</span>
    </label>
  );
}
