import { type ReactNode, useRef } from 'react';
import { maxPercent, minPercent } from '#contract/shop/cloth-view.ts';
import { boundPercent } from '#contract/shop/cloth-view-path.ts';
import { Button } from '#ui/button.tsx';
import chips from '#ui/choice-chips.module.css';
import styles from './bench.module.css';
import { type LiveScale, percentOf, useEachScale, useReadScale, writeText } from './live-scale.ts';

const place = Math.log2;
/** So near to its own size, a drag stops there. */
const snap = 0.04;

interface ScaleControlProps {
  readonly scale: LiveScale;
  /** Shown below: nothing that comes and goes there moves the cloth or the slider under a finger. */
  readonly children: ReactNode;
}

/** The scale, from a quarter to four times; as far to half as to double. */
export function ScaleControl({ scale, children }: ScaleControlProps) {
  const value = useRef<HTMLOutputElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const text = () => `${percentOf(scale)}%`;
  // At once: it is read out with the key that moves the slider.
  useEachScale(scale, () => {
    if (slider.current) slider.current.ariaValueText = text();
  });
  useReadScale(scale, () => {
    writeText(value.current, text());
    if (slider.current) slider.current.value = String(place(percentOf(scale) / 100));
  });
  return (
    <div className={chips.group}>
      <label className={chips.legend} htmlFor="bench-scale">
        Scale <output ref={value} className="soft" />
      </label>
      <div className={styles.scale}>
        <input
          ref={slider}
          id="bench-scale"
          className={styles.slider}
          type="range"
          min={place(minPercent / 100)}
          max={place(maxPercent / 100)}
          step={0.01}
          onInput={({ currentTarget }) => {
            const at = Number(currentTarget.value);
            scale.setState(Math.abs(at) < snap ? 100 : boundPercent(100 * 2 ** at));
          }}
        />
        <Button variant="quiet" onClick={() => scale.setState(100)}>
          Original size
        </Button>
      </div>
      {children}
    </div>
  );
}
