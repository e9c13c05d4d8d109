import { Link, useLocation } from 'react-router';
import { fewRecoveryCodes } from '#contract/studio/account.ts';
import { counted } from '#contract/wire/counted.ts';
import { joinClasses } from '#ui/join-classes.ts';
import { studioSession } from '../api/studio-session.ts';
import form from '../ui/form.module.css';
import styles from './frame.module.css';

const accountPath = '/account';

/** Asks a staff member with few recovery codes to make new ones. */
export function FewRecoveryCodes() {
  const left = studioSession(({ user }) => user?.recoveryCodesLeft ?? null);
  const { pathname } = useLocation();
  if (left === null || left > fewRecoveryCodes || pathname === accountPath) return null;
  return (
    <p className={joinClasses(form.notice, styles.codes)} role="status">
      {recoveryCodesText(left)} Without one, you can’t sign in if you lose your phone.
      <Link to={accountPath}>Make new codes</Link>
    </p>
  );
}

function recoveryCodesText(left: number): string {
  if (left === 0) return 'You have no recovery codes left.';
  return `You have ${counted(left, 'recovery code')} left.`;
}
