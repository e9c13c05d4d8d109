import { useEffect, useState } from 'react';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { Button } from '#ui/button.tsx';
import { storedDays } from './stored-days.ts';

interface KeptDaysProps {
  /** The day that is shown. */
  readonly since: string;
  readonly onChoose: (day: string) => void;
}

/** The other days that have a ZIP on this device: each leads to the switch that removes it. */
export function KeptDays({ since, onChoose }: KeptDaysProps) {
  const [days, setDays] = useState<readonly string[]>([]);
  useEffect(() => {
    storedDays().then(setDays, () => {});
  }, []);
  const others = days.filter((day) => day !== since);
  if (others.length === 0) return null;
  return (
    <p className="note">
      Also on this device:{' '}
      {others.map((day) => (
        <Button key={day} variant="quiet" onClick={() => onChoose(day)}>
          Since {dayInWords(day)}
        </Button>
      ))}
    </p>
  );
}
