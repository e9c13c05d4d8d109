import { stateWords } from '#contract/shop/commission-states.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { Paragraphs } from './paragraphs.tsx';
import { RequestPart } from './request-part.tsx';
import styles from './request-timeline.module.css';
import { moverWords, timeOf } from './request-words.ts';

/** What happened to a request, when and by whom, oldest first. */
export function RequestTimeline({ request }: { readonly request: OwnRequest }) {
  const sent = { word: 'Sent', mover: 'buyer', movedAt: request.createdAt, note: '' } as const;
  const moves = request.moves.map(({ toState, ...move }) => ({
    ...move,
    word: stateWords[toState],
  }));
  return (
    <RequestPart title="What happened">
      <ol className={styles.moves}>
        {[sent, ...moves].map(({ word, mover, movedAt, note }) => (
          <li key={`${word} ${movedAt}`} className={styles.move}>
            <strong>{word}</strong> by {moverWords[mover]}
            <p className="note">
              <time dateTime={movedAt}>{timeOf(movedAt)}</time>
            </p>
            {note !== '' && <Paragraphs text={note} />}
          </li>
        ))}
      </ol>
    </RequestPart>
  );
}
