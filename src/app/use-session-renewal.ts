import { useEffect } from 'react';
import { renewUser } from '#api/renew-user.ts';
import { useSession } from '#api/use-session.ts';
import { afterPaint } from '#ui/after-paint.ts';

/** Once the page stands, asks who is signed in: an account approved meanwhile, or ended elsewhere, is known at once. */
export function useSessionRenewal(): void {
  const token = useSession((state) => state.accessToken);
  useEffect(() => {
    if (token === null) return;
    return afterPaint(() => void renewUser());
  }, [token]);
}
