import { useEffect } from 'react';
import { session } from '#api/session.ts';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import { afterPaint } from './after-paint.ts';

/** Once the page stands, asks who is signed in: an account approved meanwhile, or ended elsewhere, is known at once. */
export function useSessionRenewal(): void {
  const token = useSession((state) => state.accessToken);
  useEffect(() => {
    if (token === null) return;
    return afterPaint(() => {
      shopClient.request('me').then(
        ({ user }) => {
          if (session.getState().accessToken === token) session.setUser(user);
        },
        () => {
          // Unreachable: what the device knows still holds.
        },
      );
    });
  }, [token]);
}
