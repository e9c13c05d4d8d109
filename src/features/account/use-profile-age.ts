import { useEffect, useState } from 'react';
import { reach } from '#api/reach.ts';
import { renewUser } from '#api/renew-user.ts';
import { session } from '#api/session.ts';
import { useLate } from '#ui/use-late.ts';

type Renewal = 'asked' | 'answered' | 'failed';

/** Asks for the profile. Returns since when the one shown has been stored (ISO 8601) if the answer is late or missing, else null. */
export function useProfileAge(): string | null {
  const [renewal, setRenewal] = useState<Renewal>('asked');
  useEffect(() => {
    let isOver = false;
    async function ask(): Promise<void> {
      const isAnswered = await renewUser();
      if (!isOver) setRenewal(isAnswered ? 'answered' : 'failed');
    }
    void ask();
    const stop = reach.subscribe((now, before) => {
      if (now.isReached && !before.isReached) void ask();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  const isLate = useLate(renewal === 'asked');
  return isLate || renewal === 'failed' ? session.answeredAt() : null;
}
