import { useEffect, useRef, useState } from 'react';
import { useCall } from '#api/use-call.ts';
import type { Product } from '#contract/shop/product.ts';
import { reviewPhotoPath, type ShownReview } from '#contract/shop/review.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { Stars } from '#ui/stars.tsx';
import styles from './reviews.module.css';

interface DesignReviewsProps {
  readonly productId: string;
  readonly rating: NonNullable<Product['rating']>;
}

/** What buyers say about a design: the average, which is known without the shop, and the newest reviews. */
export function DesignReviews({ productId, rating: { average, count } }: DesignReviewsProps) {
  const [pages, setPages] = useState(1);
  return (
    <section className={`stack-4 ${styles.reviews}`} aria-labelledby="reviews">
      <h2 id="reviews">What buyers say</h2>
      <p>
        <Stars count={average} /> {average} of 5, from {counted(count, 'review')}
      </p>
      <p className="note">
        Only accounts that bought this design, or were given it by the studio, can review it. The
        studio reads each review before it is shown.
      </p>
      {Array.from({ length: pages }, (_, before) => before + 1).map((page) => (
        <Reviews
          key={page}
          productId={productId}
          page={page}
          onMore={page === pages ? () => setPages(pages + 1) : null}
        />
      ))}
    </section>
  );
}

interface ReviewsProps {
  readonly productId: string;
  readonly page: number;
  /** Null: the next page is there. */
  readonly onMore: (() => void) | null;
}

function Reviews({ productId, page, onMore }: ReviewsProps) {
  const { data, status, refetch } = useCall('designReviews', {
    params: { id: productId },
    query: { page: String(page) },
  });
  const list = useRef<HTMLUListElement>(null);
  const isThere = data !== undefined;
  // The button that was pressed is gone.
  useEffect(() => {
    if (page > 1 && isThere) list.current?.focus();
  }, [page, isThere]);
  if (!data) {
    if (status !== 'rejected') return null;
    return (
      <div className="row-3">
        <p role="status">The reviews couldn’t be loaded.</p>
        <Button variant="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.list}>
        {data.reviews.map((review) => (
          <Shown key={review._id} review={review} />
        ))}
      </ul>
      {onMore && page < data.totalPages && (
        <div>
          <Button variant="quiet" onClick={onMore}>
            More reviews
          </Button>
        </div>
      )}
    </>
  );
}

const dayOf = (at: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(at));

function Shown({
  review: { _id, name, stars, text, photo, writtenAt },
}: {
  readonly review: ShownReview;
}) {
  return (
    <li className={styles.shown}>
      <p className={styles.words}>
        <Stars count={stars} /> <strong>{name}</strong>
      </p>
      {text !== '' && <p className={styles.words}>{text}</p>}
      {photo && (
        <img
          className={styles.photo}
          src={reviewPhotoPath(_id)}
          width={photo.width}
          height={photo.height}
          alt={`From ${name}`}
          loading="lazy"
          decoding="async"
        />
      )}
      <p className="note">
        <time dateTime={writtenAt}>{dayOf(writtenAt)}</time>
      </p>
    </li>
  );
}
