import { useEffect, useState } from 'react';

/** After this long without an answer, saved data on the screen is marked as such. */
const lateMs = 1200;

/** True once the shop's answer has taken longer than `lateMs`. */
export function useLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isAwaited]);
  return isLate;
}
