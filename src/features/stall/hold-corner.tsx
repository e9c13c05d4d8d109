import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import styles from './hold-corner.module.css';

/** How long to press, in ms. */
const holdMs = 1_200;
/** How long the hint after a short tap stays, in ms. */
const hintMs = 3_000;

/** The corner that ends stall mode once it was held: a customer's tap only shows how. For fingers and mice; keys have a button of their own. */
export function HoldCorner({ onHeld }: { readonly onHeld: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [state, setState] = useState<'idle' | 'held' | 'hint'>('idle');
  useEffect(() => () => clearTimeout(timer.current), []);

  function after(ms: number, next: () => void): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(next, ms);
  }

  function release(): void {
    if (state !== 'held') return;
    setState('hint');
    after(hintMs, () => setState('idle'));
  }

  return (
    <div className={styles.corner} aria-hidden="true">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboard and screen reader have a button beside it */}
      <span
        className={joinClasses(styles.spot, state === 'held' && styles.held)}
        style={{ '--hold': `${holdMs}ms` } as CSSProperties}
        title="Hold to leave"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setState('held');
          after(holdMs, onHeld);
        }}
        onPointerUp={release}
        onPointerCancel={release}
        // A long press would open the browser's menu.
        onContextMenu={(event) => event.preventDefault()}
      >
        <svg className={styles.ring} viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="21" pathLength="1" />
        </svg>
        <Icon name="lock" size={20} />
      </span>
      {state === 'hint' && <span className={styles.hint}>Hold to leave</span>}
    </div>
  );
}
