import { useEffect } from 'react';
import { renewUser } from '#api/renew-user.ts';
import { useSession } from '#api/use-session.ts';
import { afterPaint } from '#ui/after-paint.ts';

/** Refreshes the signed-in user once the page has rendered, so that an approval, or a session ended elsewhere, is noticed. */
export function useSessionRenewal(): void {
  const token = useSession((state) => state.accessToken);
  useEffect(() => {
    if (token === null) return;
    return afterPaint(() => void renewUser());
  }, [token]);
}
