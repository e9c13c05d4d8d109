import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useIsOwner } from '#api/use-is-owner.ts';
import { useSession } from '#api/use-session.ts';
import type { OwnReview } from '#contract/shop/review.ts';
import { device } from '#offline/open-device.ts';
import { isPending } from '#offline/outbox/attempts.ts';
import { isAbout } from '#offline/outbox/request-rules.ts';
import type { SavedReviews } from '#offline/stores/account-store.ts';
import type { ListedRequest } from '#offline/views/sync-view.ts';
import { Button } from '#ui/button.tsx';
import { saveOpenDrafts } from '#ui/open-drafts.ts';
import { Stars } from '#ui/stars.tsx';
import { toastIfNotStored } from '#ui/toast-if-not-stored.ts';
import { type CopySource, useSavedCopy } from '#ui/use-saved-copy.ts';
import { ReviewForm } from './review-form.tsx';
import styles from './reviews.module.css';
import { reviewOf, takeBack } from './use-review.ts';

const source: CopySource<SavedReviews> = {
  refresh: async () => (await device().ownRequests()).refreshReviews(),
  watch: (onReviews) => device().watchCopy('reviews', onReviews),
};

export interface YourReviewProps {
  readonly productId: string;
  /** The design's. */
  readonly title: string;
  /** False: it isn't paid, or was refunded. What was written before can still be taken back. */
  readonly mayWrite: boolean;
}

/** What the account says about a bought design: what the shop has, what waits to be sent, and its owner's form. */
export function YourReview({ productId, title, mayWrite }: YourReviewProps) {
  const accountId = useSession(({ user }) => user?._id ?? null);
  const isOwner = useIsOwner();
  const { saved, isLoading, refresh } = useSavedCopy(accountId, source);
  const { requests, done } = useSyncExternalStore(device().watchSync, device().syncView);
  const unsent = requests.filter((request) => isAbout(request, reviewOf(productId)));
  const known = saved?.reviews.find((review) => review.productId === productId) ?? null;
  // A review has been sent or taken back, perhaps by another tab.
  const newest = done.find(({ kind }) => kind === 'review')?.opId;
  const before = useRef(newest);
  useEffect(() => {
    if (newest !== before.current) void refresh().catch(() => {});
    before.current = newest;
  }, [newest, refresh]);
  const [isOpen, setOpen] = useState(false);
  const [reopened, setReopened] = useState(0);
  const hasDraft = useHasDraft(mayWrite ? null : productId, `${accountId} ${isOpen}`);
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed goes away.
  const keepFocus = () => place.current?.focus();
  const close = () => {
    // Focused while the form is there, the page would scroll to where the form was.
    flushSync(() => setOpen(false));
    keepFocus();
  };
  const waiting = unsent.findLast(isPending);
  // Whether there is one once what waits has been sent.
  const isWritten = waiting ? !waiting.takesBack : known !== null;
  // What the shop has may be another device's, and the form replaces it.
  const isAnswered = saved !== null || !isLoading || waiting !== undefined;
  const mayOpen = isOwner && ((mayWrite && isAnswered) || hasDraft);
  if (!isOpen && !mayOpen && !known && unsent.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and this holds the review too
    <div
      ref={place}
      role="group"
      aria-label={`Your review of ${title}`}
      tabIndex={-1}
      className={styles.own}
    >
      {known && !isOpen && <Known review={known} />}
      {unsent.map((each) => (
        <Unsent
          key={each.opId}
          review={each}
          onEdit={async () => {
            await saveOpenDrafts();
            await (await device().customRequests()).reopen(each.opId);
            setReopened((count) => count + 1);
            setOpen(true);
          }}
          keepFocus={keepFocus}
        />
      ))}
      {isOpen && !saved && !waiting && (
        <p className="note">
          Your reviews couldn’t be loaded. If you have reviewed this design before, this replaces
          your stars and words.
        </p>
      )}
      {isOpen && (
        <ReviewForm
          key={`${accountId} ${reopened}`}
          productId={productId}
          known={known}
          onClose={close}
        />
      )}
      {!isOpen && (
        <div className="row-3">
          {mayOpen && (
            <Button
              variant="quiet"
              aria-label={isWritten ? `Edit your review of ${title}` : `Write a review of ${title}`}
              onClick={() => setOpen(true)}
            >
              {isWritten ? 'Edit' : 'Write a review'}
            </Button>
          )}
          {isOwner && isWritten && (
            <TakeBack productId={productId} title={title} keepFocus={keepFocus} />
          )}
        </div>
      )}
    </div>
  );
}

/** Whether something is being written about a design; null: it isn't asked. Asks again when `since` changes. */
function useHasDraft(productId: string | null, since: string): boolean {
  const [hasDraft, setHasDraft] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` says when it may have changed
  useEffect(() => {
    if (productId === null) return;
    let isShown = true;
    void device()
      .customRequests()
      .then((requests) => requests.draft(reviewOf(productId)))
      .then((draft) => isShown && setHasDraft(draft !== null && !draft.fields.takesBack))
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [productId, since]);
  return hasDraft;
}

const stateWords: Readonly<Record<OwnReview['state'], string>> = {
  waiting: 'The studio looks at it before it is shown.',
  shown: 'It is shown on the design’s page.',
  declined: 'It isn’t shown.',
};

function Known({ review: { stars, text, photo, state, reason } }: { readonly review: OwnReview }) {
  return (
    <>
      <p>
        Your review: <Stars count={stars} />
      </p>
      {text !== '' && <p className={styles.words}>{text}</p>}
      <p className="note">
        {photo && 'With your photo. '}
        {stateWords[state]}
        {reason !== '' && ` The studio wrote: ${reason}`}
      </p>
    </>
  );
}

interface UnsentProps {
  readonly review: ListedRequest;
  readonly onEdit: () => Promise<void>;
  readonly keepFocus: () => void;
}

/** A change that the shop hasn't got, and why. */
function Unsent({ review, onEdit, keepFocus }: UnsentProps) {
  const { opId, state, text, stars, problem, takesBack } = review;
  const waits = isPending(review);
  const what = takesBack ? 'Taking it back' : 'Your review';
  const act = (name: 'retry' | 'forget') => async () =>
    (await device().customRequests())[name](opId);
  const press = (action: () => Promise<void>) => {
    keepFocus();
    toastIfNotStored(action());
  };
  return (
    <>
      {stars !== undefined && (
        <p>
          <Stars count={stars} />
        </p>
      )}
      {text !== '' && <p className={styles.words}>{text}</p>}
      <p className="note" role="status">
        {state === 'sending'
          ? 'Sending…'
          : waits
            ? `${what} waits to be sent.`
            : `${what} wasn’t sent.`}{' '}
        {problem?.message}
      </p>
      {!waits && (
        <div className="row-3">
          <Button variant="quiet" onClick={() => press(act('retry'))}>
            Try again
          </Button>
          {!takesBack && (
            <Button variant="quiet" onClick={() => toastIfNotStored(onEdit())}>
              Change it
            </Button>
          )}
          <Button variant="quiet" onClick={() => press(act('forget'))}>
            Delete
          </Button>
        </div>
      )}
    </>
  );
}

interface TakeBackProps extends Pick<YourReviewProps, 'productId' | 'title'> {
  readonly keepFocus: () => void;
}

/** Asks once more in place. */
function TakeBack({ productId, title, keepFocus }: TakeBackProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button
        variant="quiet"
        aria-label={`Take back your review of ${title}`}
        onClick={() => setAsking(true)}
      >
        Take back
      </Button>
    );
  }
  return (
    <Button
      // It takes the place of the button that was pressed.
      autoFocus
      onClick={() => {
        keepFocus();
        toastIfNotStored(takeBack(productId));
      }}
    >
      Really take it back
    </Button>
  );
}
