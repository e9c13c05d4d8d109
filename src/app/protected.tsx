import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSessionKnown, whenSessionKnown } from '#api/known-session.ts';
import { renewUser } from '#api/renew-user.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { toast } from '#ui/toast.ts';
import { accessTo } from './access.ts';
import { PageSkeleton } from './page-skeleton.tsx';

/** How long to wait for the shop's answer before the account counts as this browser knows it. */
const patienceMs = 4_000;

interface ProtectedProps {
  /** False if accounts awaiting approval may enter (R05). */
  readonly approval?: boolean;
  readonly children: ReactNode;
}

/** Limits an area to signed-in and, by default, approved accounts. */
export function Protected({ approval = true, children }: ProtectedProps) {
  const access = useSession((state) => accessTo(state, approval));
  const { pathname, search } = useLocation();
  if (access === 'sign-in') return <ToSignIn from={`${pathname}${search}`} />;
  if (access === 'not-approved') return <ToHome />;
  return children;
}

/** Redirects an account that isn't approved, after asking the shop: it may have been approved since this browser last asked. */
function ToHome() {
  const [isCertain, setCertain] = useState(false);
  useEffect(() => {
    let isGone = false;
    const tooLong = new Promise((resolve) => setTimeout(resolve, patienceMs));
    void Promise.race([renewUser(), tooLong]).then(() => {
      // Approved meanwhile: the area has taken this one's place.
      if (isGone) return;
      setCertain(true);
      toast.error(messages.access.notApproved, { id: 'not-approved' });
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (!isCertain) return <PageSkeleton />;
  return <Navigate to={paths.home.path} replace />;
}

/** Redirects only after the device's database was read: after a crash the session is only stored there. */
function ToSignIn({ from }: { readonly from: string }) {
  const [isKnown, setKnown] = useState(isSessionKnown);
  useEffect(() => void whenSessionKnown().then(() => setKnown(true)), []);
  if (!isKnown) return <PageSkeleton />;
  return <Navigate to={paths.signIn.path} replace state={{ from }} />;
}
