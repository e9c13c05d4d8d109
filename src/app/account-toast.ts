import { session } from '#api/session.ts';
import { toast } from '#ui/toast.ts';

/** Who is signed in on this page; null: a visitor. */
export const signedInAs = () => session.getState().user?._id ?? null;

/** Dismisses a toast when the account it belongs to is left, because its action would write into another account. */
export function dismissWhenLeft(toastId: string, accountId: string | null): void {
  const stop = session.subscribe(() => {
    if (signedInAs() === accountId) return;
    stop();
    toast.dismiss(toastId);
  });
}
