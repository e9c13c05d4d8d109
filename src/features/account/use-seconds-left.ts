import { useEffect, useState } from 'react';
import { secondsLeft } from './countdown.ts';

/** Seconds until an instant by the wall clock, so that the number is right after the page was suspended. */
export function useSecondsLeft(endsAt: number): number {
  const [left, setLeft] = useState(() => secondsLeft(endsAt, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(endsAt, Date.now()));
    // More often than once a second, so that no second is skipped.
    const timer = setInterval(tick, 250);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [endsAt]);
  return left;
}
