import { useParams } from 'react-router';
import { studioCallPath } from '#contract/studio/calls.ts';
import type { CommissionDetails } from '#contract/studio/commissions.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { CommissionStatusBadge, Turnaround } from './commission-status.tsx';
import styles from './commissions-screen.module.css';
import { ReplyForm } from './reply-form.tsx';
import { RequestStatus } from './request-status.tsx';

/** One custom request: what is wanted, the replies, and its status. */
export default function CustomRequestScreen() {
  const { id = '' } = useParams();
  const letter = useAnswer('deskRequest', { params: { id } });
  return (
    <Page
      title={letter.answer ? `Request from ${letter.answer.name}` : 'Request'}
      back={{ to: '/customs', label: 'All requests' }}
    >
      <Answered of={letter}>
        {(answer) => (
          <div className={parts.halves}>
            <div className={parts.parts}>
              <Asked letter={answer} />
              <Written letter={answer} />
            </div>
            <div className={parts.parts}>
              <ReplyForm letter={answer} onChanged={letter.set} />
              <RequestStatus
                letter={answer}
                onChanged={letter.set}
                onStale={() => void letter.reload()}
              />
            </div>
          </div>
        )}
      </Answered>
    </Page>
  );
}

function Asked({ letter }: { readonly letter: CommissionDetails }) {
  return (
    <Card
      title={`${letter.designType} design`}
      text={
        <>
          {letter.name}, <a href={`mailto:${letter.email}`}>{letter.email}</a>,{' '}
          <Instant at={letter.createdAt} />
        </>
      }
    >
      <p>
        <CommissionStatusBadge status={letter.status} /> <Turnaround {...letter} />
      </p>
      <p className={styles.text}>{letter.description}</p>
      {letter.pictureIds.length > 0 && (
        <ul className={styles.pictures} aria-label="Pictures">
          {letter.pictureIds.map((id, place) => {
            const path = studioCallPath('deskPicture', { id });
            return (
              <li key={id}>
                <a className={styles.picture} href={path} download>
                  <img src={path} alt={`Download reference ${place + 1}`} loading="lazy" />
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

function Written({ letter: { replies } }: { readonly letter: CommissionDetails }) {
  if (replies.length === 0) return null;
  return (
    <Card title="Replies">
      <ol className="stack-4">
        {replies.map(({ _id, author, text, createdAt }) => (
          <li key={_id} className={styles.reply}>
            <p className="note">
              {author}, <Instant at={createdAt} />
            </p>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
