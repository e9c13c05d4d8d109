import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { todayCalls } from '#contract/studio/today.ts';
import { useAnswer } from '../api/use-answer.ts';

export type Waiting = StudioCallAnswer<'waiting'>;

/** The counts of work waiting for the studio, requested again on each screen; null until known. */
export function useWaiting(): Waiting | null {
  const { pathname } = useLocation();
  const { answer, reload } = useAnswer(todayCalls.waiting);
  const counted = useRef(pathname);
  const countAgain = useEffectEvent(reload);
  useEffect(() => {
    // `useAnswer` makes the first request itself.
    if (counted.current === pathname) return;
    counted.current = pathname;
    void countAgain();
  }, [pathname]);
  return answer;
}
