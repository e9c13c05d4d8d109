import { stateWords } from '#contract/shop/commission-states.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { joinClasses } from '#ui/join-classes.ts';
import styles from './request-state.module.css';
import { waitingOf } from './request-words.ts';

/** The state of a request in words, what it waits for, and how long that may take. */
export function RequestState({ request }: { readonly request: OwnRequest }) {
  const { text, left, isForBuyer } = waitingOf(request, Date.now());
  return (
    <p className={styles.state}>
      <strong className={joinClasses(styles.word, isForBuyer && styles.forBuyer)}>
        {stateWords[request.state]}
      </strong>
      <span>{text}</span>
      {left && <span className="note">{left}</span>}
    </p>
  );
}
