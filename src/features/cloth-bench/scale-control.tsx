import { maxPercent, minPercent } from '#contract/shop/cloth-view.ts';
import { boundPercent } from '#contract/shop/cloth-view-path.ts';
import { Button } from '#ui/button.tsx';
import styles from './bench.module.css';
import { type LiveScale, usePercent } from './live-scale.ts';

const place = Math.log2;
/** So near to its own size, a drag stops there. */
const snap = 0.04;

/** The scale, from a quarter to four times; as far to half as to double. */
export function ScaleControl({ scale }: { readonly scale: LiveScale }) {
  const percent = usePercent(scale);
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
            scale.setState(Math.abs(at) < snap ? 100 : boundPercent(100 * 2 ** at));
          }}
        />
        <Button variant="quiet" disabled={percent === 100} onClick={() => scale.setState(100)}>
          Own size
        </Button>
      </div>
    </div>
  );
}
