import { useEffect, useState } from 'react';
import { afterPaint } from '#ui/after-paint.ts';

/** False at first; true once the page has painted and the browser is idle. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return isPainted;
}
