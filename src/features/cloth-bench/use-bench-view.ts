import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type BenchView, readView, viewPath } from './bench-view.ts';

/** How long a change waits for the next before it reaches the address; browsers limit how often it may change. */
const addressMs = 400;

/** The view, read from the address once and written to it while it changes. */
export function useBenchView(
  productId: string,
): [view: BenchView, change: (change: Partial<BenchView>) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [view, setView] = useState(() => readView(search));
  useEffect(() => {
    const to = viewPath(productId, view);
    if (to === location.pathname + location.search) return undefined;
    const timer = setTimeout(() => void navigate(to, { replace: true }), addressMs);
    return () => clearTimeout(timer);
  }, [productId, view, navigate]);
  return [view, (change) => setView((before) => ({ ...before, ...change }))];
}
