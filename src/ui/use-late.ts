import { useEffect, useState } from 'react';

/** What is shown from the device says so when the shop's answer is this late. */
const lateMs = 1200;

/** True once the shop's answer has been on its way for longer than anybody takes for at once. */
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
