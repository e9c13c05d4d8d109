import { lazy, Suspense } from 'react';
import { mayMove } from '#contract/shop/commission-states.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { AcceptAndPay } from './accept-and-pay.tsx';
import type { ShownRequest } from './request-access.ts';
import { RequestLetter } from './request-letter.tsx';
import { RequestOrders } from './request-orders.tsx';
import { RequestQuote } from './request-quote.tsx';
import { RequestState } from './request-state.tsx';
import { RequestTimeline } from './request-timeline.tsx';
import styles from './request-view.module.css';
import { dayOf, requestTitle } from './request-words.ts';
import { WithdrawRequest } from './withdraw-request.tsx';

const RequestDelivery = lazy(() =>
  import('./request-delivery.tsx').then((module) => ({ default: module.RequestDelivery })),
);

const OwnConversation = lazy(() =>
  import('./own-conversation.tsx').then((module) => ({ default: module.OwnConversation })),
);
const LinkedConversation = lazy(() =>
  import('./linked-conversation.tsx').then((module) => ({ default: module.LinkedConversation })),
);

/** One request: its state, what it waits for, and all that was said and sent. Each part is a section with its own heading. */
export function RequestView(part: ShownRequest) {
  const { request } = part;
  const isYearly = request.wants === 'yearly_licence';
  return (
    <div className="stack-4">
      <header className="stack-2">
        <p className="note">
          {isYearly ? 'Request for a yearly licence' : 'Custom request'} of{' '}
          <time dateTime={request.createdAt}>{dayOf(request.createdAt)}</time>
        </p>
        <h1>{requestTitle(request.description)}</h1>
        <RequestState request={request} />
      </header>
      {request.delivery && (
        <Suspense fallback={<Skeleton height="20rem" />}>
          <RequestDelivery {...part} delivery={request.delivery} />
        </Suspense>
      )}
      <RequestQuote {...part} />
      <AcceptAndPay {...part} />
      <RequestOrders {...part} />
      <div className={styles.parts}>
        <RequestTimeline request={request} />
        <RequestLetter {...part} />
      </div>
      <Suspense fallback={null}>
        {part.access.token === null ? (
          <OwnConversation title="Messages" kind="request" id={request._id} />
        ) : (
          <LinkedConversation title="Messages" token={part.access.token} />
        )}
      </Suspense>
      {mayMove(request.state, 'withdraw', 'buyer') && <WithdrawRequest {...part} />}
    </div>
  );
}
