import { useEffect, useState } from 'react';

/** At the latest after this long, however busy the page is. */
const patienceMs = 2000;

/** False at first; true once the page has painted and found a quiet moment. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const done = () => setPainted(true);
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(done, 200);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(done, { timeout: patienceMs });
    return () => cancelIdleCallback(idle);
  }, []);
  return isPainted;
}
