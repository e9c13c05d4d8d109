import { useEffect, useId, useRef, useState } from 'react';
import { type OwnReview, reviewTextMax } from '#contract/shop/review.ts';
import type { RequestFields } from '#offline/outbox/rows.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceChips } from '#ui/choice-chips.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toastIfNotStored } from '#ui/toast-if-not-stored.ts';
import { ReviewPhoto } from './review-photo.tsx';
import styles from './reviews.module.css';
import { useReview } from './use-review.ts';

const choices = [
  { value: '1', label: '1 ★', name: '1 of 5 stars' },
  { value: '2', label: '2 ★', name: '2 of 5 stars' },
  { value: '3', label: '3 ★', name: '3 of 5 stars' },
  { value: '4', label: '4 ★', name: '4 of 5 stars' },
  { value: '5', label: '5 ★', name: '5 of 5 stars' },
] as const;

/** The stars that are chosen, else the first, as the Tab key would. */
function focusStars(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('input');
  (form?.querySelector<HTMLElement>('input:checked') ?? first)?.focus();
}

interface ReviewFormProps {
  readonly productId: string;
  /** What the shop has; null: nothing. */
  readonly known: OwnReview | null;
  /** It was sent or queued, or the buyer wants to go on later. */
  readonly onClose: () => void;
}

/** Stars, words and a photo for a bought design. What is typed is saved on the device. */
export function ReviewForm({ productId, known, onClose }: ReviewFormProps) {
  const { content, change, setPhoto, errors, submit, isDraft, discard } = useReview(
    productId,
    known,
    onClose,
  );
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const starsError = useId();
  const isThere = content !== null;
  useEffect(() => {
    if (isThere) focusStars(form.current);
  }, [isThere]);
  useEffect(() => {
    if (errors.stars) focusStars(form.current);
    else if (errors.text) form.current?.querySelector<HTMLElement>('textarea')?.focus();
  }, [errors]);
  if (content === null) return null;
  const { fields } = content;
  const changeField = (part: Partial<RequestFields>) =>
    change({ ...content, fields: { ...fields, ...part } });
  return (
    <form
      ref={form}
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      <div className={styles.stars}>
        <ChoiceChips
          title="Your stars"
          choices={choices}
          chosen={choices.find(({ value }) => value === fields.stars)?.value ?? ''}
          onChoose={(stars) => changeField({ stars })}
          describedBy={starsError}
        />
        <p id={starsError} className={styles.error} role="alert">
          {errors.stars}
        </p>
      </div>
      <TextArea
        label="Your words (if you like)"
        hint="Shown with your first name and initial, once the studio has looked at it."
        rows={3}
        maxLength={reviewTextMax}
        value={fields.description}
        onChange={(description) => changeField({ description })}
        error={errors.text}
      />
      <ReviewPhoto
        photo={content.images[0]}
        kept={fields.keepsPhoto === 'true' && known?.photo ? known._id : null}
        onChange={setPhoto}
        onBusy={setBusy}
      />
      <div className="row-3">
        <Button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
          Send review
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
        {isDraft && (
          <Button variant="quiet" onClick={() => toastIfNotStored(discard())}>
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}
