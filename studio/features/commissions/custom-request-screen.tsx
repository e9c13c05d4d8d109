import { useParams } from 'react-router';
import { type CommissionDetails, commissionCalls } from '#contract/studio/commissions.ts';
import { todayCalls } from '#contract/studio/today.ts';
import { pathOf } from '#contract/wire/call.ts';
import { requestAgain, useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { ThreadCard } from '../messages/thread-card.tsx';
import { StateBadge, Turnaround } from './commission-status.tsx';
import styles from './commissions-screen.module.css';
import { DrawnDesign } from './drawn-design.tsx';
import { NoteForm } from './note-form.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { QuotesCard } from './quotes-card.tsx';
import { RequestHistory } from './request-history.tsx';
import { RequestMoves } from './request-moves.tsx';
import { ShopDesign } from './shop-design.tsx';

/** One custom request: what is wanted, what was said and done, and what can be done next. */
export default function CustomRequestScreen() {
  const { id = '' } = useParams();
  const letter = useAnswer(commissionCalls.deskRequest, { params: { id } });
  return (
    <Page
      title={letter.answer ? `Request from ${letter.answer.name}` : 'Request'}
      back={{ to: '/customs', label: 'All requests' }}
    >
      <Answered of={letter}>
        {(answer) => {
          const part = {
            letter: answer,
            onChanged(changed: CommissionDetails) {
              letter.set(changed);
              requestAgain(todayCalls.waiting);
            },
            onStale: letter.fetchLatest,
          };
          return (
            <div className={parts.halves}>
              <div className={parts.parts}>
                <Asked letter={answer} />
                <ThreadCard kind="request" id={id} onAnswered={() => void part.onStale()} />
                <RequestHistory letter={answer} />
              </div>
              <div className={parts.parts}>
                <RequestMoves {...part} />
                <QuotesCard {...part} />
                <PaymentsCard requestId={id} state={answer.state} onStale={part.onStale} />
                {answer.wants !== 'yearly_licence' && (
                  <>
                    <DrawnDesign letter={answer} />
                    <ShopDesign {...part} />
                  </>
                )}
                <NoteForm {...part} />
              </div>
            </div>
          );
        }}
      </Answered>
    </Page>
  );
}

function Asked({ letter }: { readonly letter: CommissionDetails }) {
  return (
    <Card
      title={letter.wants === 'yearly_licence' ? 'Yearly licence' : `${letter.designType} design`}
      text={
        <>
          {letter.name}, <a href={`mailto:${letter.email}`}>{letter.email}</a>,{' '}
          <Instant at={letter.createdAt} />
        </>
      }
    >
      <p>
        <StateBadge {...letter} /> <Turnaround request={letter} />
      </p>
      <p className={styles.text}>{letter.description}</p>
      {letter.pictureIds.length > 0 && (
        <ul className={styles.pictures} aria-label="Pictures">
          {letter.pictureIds.map((id, place) => {
            const path = pathOf(commissionCalls.deskPicture, { id });
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
