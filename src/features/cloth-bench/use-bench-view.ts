import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import { boundPercent, clothViewPath, readView } from '#contract/shop/cloth-view-path.ts';
import { clothBenchPath } from '#contract/shop/paths.ts';
import { pinchedPercent } from './pinched-percent.ts';

/** How long a change waits for the next before it reaches the address; browsers limit how often it may change. */
const addressMs = 400;

interface ShownView {
  readonly view: ClothView;
  readonly change: (change: Partial<ClothView>) => void;
  /** Changes the scale by this factor. */
  readonly pinch: (factor: number) => void;
}

/** The view, read from the address once and written to it while it changes. */
export function useBenchView(productId: string): ShownView {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [exact, setExact] = useState(() => readView(search));
  const view = { ...exact, percent: boundPercent(exact.percent) };
  const to = clothViewPath(productId, view);
  useEffect(() => {
    if (to === location.pathname + location.search) return undefined;
    const timer = setTimeout(() => {
      // A page that is on its way here must not be replaced by the bench.
      if (location.pathname === clothBenchPath(productId)) void navigate(to, { replace: true });
    }, addressMs);
    return () => clearTimeout(timer);
  }, [to, productId, navigate]);
  return {
    view,
    change: (change) => setExact((before) => ({ ...before, ...change })),
    pinch: (factor) =>
      setExact((before) => ({ ...before, percent: pinchedPercent(before.percent, factor) })),
  };
}
