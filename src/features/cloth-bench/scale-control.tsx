import { maxPercent, minPercent } from '#contract/shop/cloth-view.ts';
import { boundPercent } from '#contract/shop/cloth-view-path.ts';
import { Button } from '#ui/button.tsx';
import styles from './bench.module.css';

interface ScaleControlProps {
  readonly percent: number;
  readonly onChange: (percent: number) => void;
}

const place = Math.log2;
/** So near to its own size, a drag stops there. */
const snap = 0.04;

/** The scale, from a quarter to four times; as far to half as to double. */
export function ScaleControl({ percent, onChange }: ScaleControlProps) {
  return (
    <div className={styles.group}>
      <label className={styles.legend} htmlFor="bench-scale">
        Scale <output className={styles.value}>{percent} %</output>
      </label>
      <div className={styles.scale}>
        <input
          id="bench-scale"
          className={styles.slider}
          type="range"
          min={place(minPercent / 100)}
          max={place(maxPercent / 100)}
          step={0.01}
          value={place(percent / 100)}
          aria-valuetext={`${percent} %`}
          onChange={({ target }) => {
            const at = Number(target.value);
            onChange(Math.abs(at) < snap ? 100 : boundPercent(100 * 2 ** at));
          }}
        />
        <Button variant="quiet" disabled={percent === 100} onClick={() => onChange(100)}>
          Own size
        </Button>
      </div>
    </div>
  );
}
