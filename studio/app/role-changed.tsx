import { useEffect } from 'react';
import type { StaffRole } from '#contract/studio/call.ts';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { studioSession } from '../api/studio-session.ts';
import form from '../ui/form.module.css';
import { studioHistory } from '../ui/studio-history.ts';
import styles from './frame.module.css';

const named: Readonly<Record<StaffRole, string>> = { owner: 'an owner', editor: 'an editor' };

/**
 * Says that an owner changed this person's role, and has the page follow it: at once, or after what is typed
 * on it has been saved or left. Needs the path as its key.
 */
export function RoleChanged() {
  const { user, newRole } = studioSession();
  const isBehind = user !== null && newRole !== null && user.role !== newRole;
  useEffect(() => {
    if (isBehind && !studioHistory.isHolding()) follow();
  }, [isBehind]);
  if (newRole === null) return null;
  return (
    <p className={joinClasses(form.notice, styles.news)} role="alert">
      Your role changed: you’re {named[newRole]} now.
      {isBehind && ' What you typed is still here. Copy what you can’t save any more.'}
      <Button
        variant="paper"
        onClick={() => {
          follow();
          studioSession.setState({ newRole: null });
        }}
      >
        {isBehind ? `Continue as ${named[newRole]}` : 'OK'}
      </Button>
    </p>
  );
}

function follow(): void {
  studioSession.setState(({ user, newRole }) => ({
    user: user && newRole ? { ...user, role: newRole } : user,
  }));
}
