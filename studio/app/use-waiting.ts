import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { useAnswer } from '../api/use-answer.ts';

export type Waiting = StudioCallAnswer<'waiting'>;

/** What waits for the studio, counted anew with each screen; null until it is known. */
export function useWaiting(): Waiting | null {
  const { pathname } = useLocation();
  const { answer, reload } = useAnswer('waiting');
  const counted = useRef(pathname);
  const countAgain = useEffectEvent(reload);
  useEffect(() => {
    // The first count comes by itself.
    if (counted.current === pathname) return;
    counted.current = pathname;
    void countAgain();
  }, [pathname]);
  return answer;
}
