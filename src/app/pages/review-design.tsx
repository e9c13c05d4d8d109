import { lazy, Suspense } from 'react';
import type { YourReviewProps } from '#features/reviews/your-review.tsx';

const YourReview = lazy(() =>
  import('#features/reviews/your-review.tsx').then((module) => ({ default: module.YourReview })),
);

/** The account's review of a design that it bought. */
export function ReviewDesign(props: YourReviewProps) {
  return (
    <Suspense fallback={null}>
      <YourReview {...props} />
    </Suspense>
  );
}
