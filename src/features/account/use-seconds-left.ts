import { useEffect, useState } from 'react';
import { secondsLeft } from './countdown.ts';

/** Seconds until an instant by the wall clock: a page that slept wakes to the right number. */
export function useSecondsLeft(endsAt: number): number {
  const [left, setLeft] = useState(() => secondsLeft(endsAt, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(endsAt, Date.now()));
    // Oftener than each second, so that none is skipped.
    const timer = setInterval(tick, 250);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [endsAt]);
  return left;
}
