import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSessionKnown, whenSessionKnown } from '#api/known-session.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { toast } from '#ui/toast.ts';
import { accessTo } from './access.ts';
import { PageSkeleton } from './page-skeleton.tsx';

interface ProtectedProps {
  /** False if accounts awaiting approval may enter (R05). */
  readonly approval?: boolean;
  readonly children: ReactNode;
}

/** Limits an area to signed-in and, by default, approved accounts. */
export function Protected({ approval = true, children }: ProtectedProps) {
  const access = useSession((state) => accessTo(state, approval));
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (access === 'not-approved') {
      toast.error(messages.access.notApproved, { id: 'not-approved' });
    }
  }, [access]);
  if (access === 'sign-in') return <ToSignIn from={`${pathname}${search}`} />;
  if (access === 'not-approved') return <Navigate to={paths.home.path} replace />;
  return children;
}

/** Redirects only after the device's database was read: after a crash the session is only stored there. */
function ToSignIn({ from }: { readonly from: string }) {
  const [isKnown, setKnown] = useState(isSessionKnown);
  useEffect(() => void whenSessionKnown().then(() => setKnown(true)), []);
  if (!isKnown) return <PageSkeleton />;
  return <Navigate to={paths.signIn.path} replace state={{ from }} />;
}
