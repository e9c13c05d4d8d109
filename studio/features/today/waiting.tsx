import { formatDistanceToNow } from 'date-fns/formatDistanceToNow';
import { Link } from 'react-router';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { dataCalls } from '#contract/studio/data.ts';
import { counted } from '#contract/wire/counted.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { RetryMails } from './retry-mails.tsx';
import styles from './waiting.module.css';

/** A last backup older than this is late. After one failed night, the next backup is made before that. */
const lateMs = 36 * 3_600_000;

interface WaitingProps extends Pick<StudioCallAnswer<'today'>, 'waiting' | 'backup'> {
  readonly onChange: () => Promise<void>;
}

/** The work waiting for staff, with links to it. */
export function Waiting({ waiting, backup: { lastAt, hasFailed }, onChange }: WaitingProps) {
  const isLate = lastAt !== null && Date.now() - Date.parse(lastAt) > lateMs;
  const age = lastAt && formatDistanceToNow(new Date(lastAt), { addSuffix: true });
  const backup = age ? `Last backup ${age}` : 'No backup yet';
  const trouble = (hasFailed && 'The last attempt failed') || (isLate && 'Overdue');
  const mayOpenData = useMayCall(dataCalls.data);
  return (
    <ul className={styles.waiting} aria-label="To do">
      <li>
        <Link to="/buyers?status=pending">{counted(waiting.approvals, 'buyer')} to approve</Link>
      </li>
      <li>
        <Link to="/customs">{counted(waiting.customs, 'custom request')} open</Link>
      </li>
      <li>
        <Link to="/orders?state=review">{counted(waiting.reviews, 'order')} in review</Link>
      </li>
      {waiting.designReviews > 0 && (
        <li>
          <Link to="/reviews">{counted(waiting.designReviews, 'review')} to approve</Link>
        </li>
      )}
      <li className={waiting.failedMails > 0 ? styles.bad : undefined}>
        {counted(waiting.failedMails, 'failed e-mail')}
        {waiting.failedMails > 0 && <RetryMails onDone={onChange} />}
      </li>
      {waiting.stoppedNewsletters > 0 && (
        <li className={styles.bad}>
          <Link to="/news">{counted(waiting.stoppedNewsletters, 'newsletter')} stopped</Link>
        </li>
      )}
      {waiting.unpublished > 0 && (
        <li className={styles.bad}>
          <Link to="/done?kind=designs">
            {counted(waiting.unpublished, 'design')} not published as planned
          </Link>
        </li>
      )}
      <li className={trouble ? styles.bad : undefined}>
        {mayOpenData ? <Link to="/data">{backup}</Link> : backup}
        {trouble && <span>{trouble}</span>}
      </li>
    </ul>
  );
}
