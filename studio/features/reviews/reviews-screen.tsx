import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { reviewStates } from '#contract/shop/review.ts';
import {
  type Review,
  reasonMax,
  reviewCalls,
  reviewReasonSchema,
} from '#contract/studio/reviews.ts';
import { todayCalls } from '#contract/studio/today.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { pathOf } from '#contract/wire/call.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Stars } from '#ui/stars.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { requestAgain, useAnswer } from '../../api/use-answer.ts';
import { AddressSelect } from '../../ui/address-select.tsx';
import form from '../../ui/form.module.css';
import { FormModal } from '../../ui/form-modal.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import parts from '../../ui/parts.module.css';
import { Table } from '../../ui/table.tsx';
import styles from './reviews-screen.module.css';

const filters = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'shown', label: 'Shown' },
  { value: 'declined', label: 'Declined' },
] as const;

const nothing: Readonly<Record<Review['state'], string>> = {
  waiting: 'No reviews are waiting',
  shown: 'No reviews are shown yet',
  declined: 'No reviews are declined',
};

/** The same of one design or buyer. */
const nothingOfPart: Readonly<Record<Review['state'], string>> = {
  waiting: 'None of these reviews is waiting',
  shown: 'None of these reviews is shown',
  declined: 'None of these reviews is declined',
};

const failed = 'The shop can’t be reached. Nothing was changed.';

/** What buyers say about designs that they bought: nothing is shown in the shop before it is approved here. */
export default function ReviewsScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const state = reviewStates.find((known) => known === address.get('state')) ?? 'waiting';
  const productId = address.get('design') ?? undefined;
  const buyerId = address.get('buyer') ?? undefined;
  const isPart = Boolean(productId ?? buyerId);
  const reviews = useAnswer(reviewCalls.reviews, {
    query: { page, state, ...(productId && { productId }), ...(buyerId && { buyerId }) },
  });
  const reload = async () => {
    requestAgain(todayCalls.waiting);
    await reviews.reload();
  };
  return (
    <Page
      title="Reviews"
      text={
        isPart ? (
          <Link to={`/reviews?state=${state}`}>
            Showing one {productId ? 'design' : 'buyer'}. Show all
          </Link>
        ) : (
          'Buyers’ stars, words and photos. Approve them to show them.'
        )
      }
    >
      <div className={parts.filters}>
        <AddressSelect label="State" name="state" fallback="waiting" options={filters} />
      </div>
      <PagedList
        of={reviews}
        empty={<EmptyScene scene="empty" title={isPart ? nothingOfPart[state] : nothing[state]} />}
      >
        {(items) => (
          <Table label="Reviews" columns={['Design', 'Buyer', 'Review', '']}>
            {items.map((review) => (
              <Row key={review._id} review={review} reload={reload} isPart={isPart} />
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}

interface RowProps {
  readonly review: Review;
  readonly reload: () => Promise<void>;
}

function Row({ review, reload, isPart }: RowProps & { readonly isPart: boolean }) {
  const { _id: id, productId, title, buyerId, name, stars, text, state, reason } = review;
  const photo = pathOf(reviewCalls.reviewPhoto, { id });
  return (
    <tr>
      <td data-label="Design" data-free>
        <Link to={`/designs/${productId}`}>{title}</Link>
        {!isPart && (
          <p className="note">
            <Link className={styles.part} to={`/reviews?state=${state}&design=${productId}`}>
              Reviews<span className="visually-hidden"> of {title}</span>
            </Link>
          </p>
        )}
      </td>
      <td data-label="Buyer" data-free>
        <Link to={`/buyers/${buyerId}`}>{name}</Link>
        <p className="note">
          <Instant at={review.writtenAt} />
        </p>
        {!isPart && (
          <p className="note">
            <Link className={styles.part} to={`/reviews?state=${state}&buyer=${buyerId}`}>
              Reviews<span className="visually-hidden"> by {name}</span>
            </Link>
          </p>
        )}
      </td>
      <td data-label="Review" data-free>
        <Stars count={stars} />
        {text !== '' && <p className={styles.words}>{text}</p>}
        {review.hasPhoto && (
          <a href={photo}>
            <img className={styles.photo} src={photo} alt={`From ${name}`} loading="lazy" />
          </a>
        )}
        {state === 'declined' && <p className="note">Declined: {reason}</p>}
      </td>
      <td>
        <Decision review={review} reload={reload} />
      </td>
    </tr>
  );
}

function Decision({ review, reload }: RowProps) {
  const { _id: id, title, name, state: from } = review;
  const [isBusy, begin] = useBusy(failed, reload);
  const [isDeclining, setDeclining] = useState(false);
  const approve = () =>
    begin(async () => {
      await request(reviewCalls.decideReview, { params: { id }, body: { state: 'shown', from } });
      toast.success(`The review of ${title} is shown.`);
      await reload();
    });
  return (
    <div className={`row-3 ${styles.decision}`}>
      {from !== 'shown' && (
        <Button
          aria-label={`Approve the review by ${name}`}
          aria-disabled={isBusy}
          onClick={() => void approve()}
        >
          Approve
        </Button>
      )}
      {from !== 'declined' && (
        <Button
          variant="paper"
          aria-label={`${declineWord(from)} the review by ${name}…`}
          onClick={() => setDeclining(true)}
        >
          {declineWord(from)}…
        </Button>
      )}
      {isDeclining && (
        <Decline review={review} reload={reload} onClose={() => setDeclining(false)} />
      )}
    </div>
  );
}

const declineWord = (state: Review['state']) => (state === 'shown' ? 'Take down' : 'Decline');

function Decline({ review, reload, onClose }: RowProps & { readonly onClose: () => void }) {
  const { _id: id, name, state: from } = review;
  const fields = useForm({
    schema: reviewReasonSchema,
    initial: { reason: '' },
    async send({ reason }) {
      try {
        const body = { state: 'declined', from, reason } as const;
        await request(reviewCalls.decideReview, { params: { id }, body });
      } catch (error) {
        toast.error(messageOf(error, failed));
        await reload();
        throw error;
      }
      toast.success('The review is declined.');
      onClose();
      await reload();
    },
  });
  return (
    <FormModal
      title={`${declineWord(from)} the review by ${name}`}
      isDirty={fields.isDirty}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={fields.submit} noValidate>
        <p>The buyer sees your reason in My orders, and can change the review.</p>
        <TextArea
          label="Reason"
          required
          rows={3}
          maxLength={reasonMax}
          {...fields.field('reason')}
        />
        <div className="line-3">
          <Button {...fields.button}>{declineWord(from)}</Button>
        </div>
      </form>
    </FormModal>
  );
}
