import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createStore } from 'zustand/vanilla';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import { clothViewPath, readView } from '#contract/shop/cloth-view-path.ts';
import { clothBenchPath } from '#contract/shop/paths.ts';
import { type LiveScale, percentOf } from './live-scale.ts';
import { pinchedPercent } from './pinched-percent.ts';

/** How long a change waits for the next before it reaches the address; browsers limit how often it may change. */
const addressMs = 400;

/** A view without its scale, which changes too often to be rendered with the rest. */
export type ViewParts = Omit<ClothView, 'percent'>;

interface ShownView {
  readonly view: ViewParts;
  readonly scale: LiveScale;
  readonly change: (change: Partial<ViewParts>) => void;
  /** Changes the scale by this factor, once a frame. */
  readonly pinch: (factor: number) => void;
  /** The whole view as it is now. */
  readonly current: () => ClothView;
}

/** The view, read from the address once and written to it while it changes. */
export function useBenchView(productId: string): ShownView {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [{ percent, ...first }] = useState(() => readView(search));
  const [view, setView] = useState<ViewParts>(first);
  const [scale] = useState<LiveScale>(() => createStore(() => percent));
  const pinched = useRef<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      const to = clothViewPath(productId, { ...view, percent: percentOf(scale) });
      // A page that is on its way here must not be replaced by the bench.
      if (location.pathname !== clothBenchPath(productId)) return;
      if (to !== location.pathname + location.search) void navigate(to, { replace: true });
    };
    const writeLater = () => {
      clearTimeout(timer);
      timer = setTimeout(write, addressMs);
    };
    writeLater();
    const stop = scale.subscribe(writeLater);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [view, scale, productId, navigate]);
  return {
    view,
    scale,
    change: (change) => setView((before) => ({ ...before, ...change })),
    pinch(factor) {
      if (pinched.current === null) {
        requestAnimationFrame(() => {
          scale.setState(pinched.current ?? scale.getState());
          pinched.current = null;
        });
      }
      pinched.current = pinchedPercent(pinched.current ?? scale.getState(), factor);
    },
    current: () => ({ ...view, percent: percentOf(scale) }),
  };
}
