import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/paths.ts';
import { toast } from '#ui/toast.ts';
import { accessTo } from './access.ts';

interface ProtectedProps {
  /** False where an account that still waits may come in (R05). */
  readonly approval?: boolean;
  readonly children: ReactNode;
}

/** An area for who is signed in and, unless said otherwise, approved. */
export function Protected({ approval = true, children }: ProtectedProps) {
  const access = useSession((state) => accessTo(state, approval));
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (access === 'not-approved') {
      toast.error(messages.access.notApproved, { id: 'not-approved' });
    }
  }, [access]);
  if (access === 'sign-in') {
    return <Navigate to={paths.signIn.path} replace state={{ from: `${pathname}${search}` }} />;
  }
  if (access === 'not-approved') return <Navigate to={paths.home.path} replace />;
  return children;
}
