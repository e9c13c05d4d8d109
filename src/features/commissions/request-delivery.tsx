import { useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { deliveryMessages } from '#contract/shop/delivery.ts';
import { paths } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Modal, OverlayButton } from '#ui/overlay.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { DeliveredPicture } from './delivered-picture.tsx';
import type { ShownDelivery } from './request-access.ts';
import { RequestPart } from './request-part.tsx';
import { isBegun, useChangesDraft } from './use-changes-draft.ts';
import { WantChanges } from './want-changes.tsx';

/** The delivered design, and what its buyer can do with it: accept it, or ask for changes. */
export function RequestDelivery(part: ShownDelivery) {
  const { access } = part;
  if (access.kind === 'account') return <OwnDelivery {...part} />;
  // Its pictures and answers need the account.
  return (
    <RequestPart title="Your design">
      <div>
        <LinkButton to={paths.signIn.path} state={{ from: access.path }}>
          Sign in to see your design
        </LinkButton>
      </div>
    </RequestPart>
  );
}

function OwnDelivery(part: ShownDelivery) {
  const { request, delivery } = part;
  const { content, ...draft } = useChangesDraft(part);
  const [isMarking, setMarking] = useState<boolean | null>(null);
  // What was begun before is shown again.
  if (content && (isMarking ?? isBegun(content)) && request.state === 'delivered') {
    return <WantChanges {...part} {...draft} content={content} onEnd={() => setMarking(false)} />;
  }
  return (
    <RequestPart title="Your design">
      <ul className="stack-4">
        {delivery.pictures.map((picture, place) => (
          <li key={picture._id}>
            <DeliveredPicture picture={picture} place={place + 1} />
          </li>
        ))}
      </ul>
      {request.state === 'delivered' && (
        <>
          {delivery.isChanged && <p role="status">{deliveryMessages.changed}</p>}
          <p>The watermark is only on this preview. {roundsText(delivery.roundsLeft)}</p>
          <div className="row-3">
            {!delivery.isChanged && <Accept {...part} />}
            {delivery.roundsLeft !== 0 && (
              <Button variant="paper" onClick={() => setMarking(true)}>
                Ask for changes
              </Button>
            )}
          </div>
        </>
      )}
      {request.state === 'accepted' && request.due && (
        <p>You get the files in My orders once the rest is paid.</p>
      )}
      {request.state === 'accepted' && !request.due && (
        <div>
          <LinkButton to={paths.myOrders.path}>Get the files in My orders</LinkButton>
        </div>
      )}
    </RequestPart>
  );
}

function roundsText(left: number | null): string {
  if (left === null) return 'You can ask for changes as often as you like.';
  if (left === 0) return 'All rounds of changes in the quote are used.';
  return `You can ask for changes in ${counted(left, 'more round')}.`;
}

/** Accepts the design after a question. */
function Accept({ request: { _id: id, due }, delivery, access: { refresh } }: ShownDelivery) {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, begin] = useBusy(
    'Your answer couldn’t be sent. Please try again when you’re connected.',
    refresh,
  );
  const close = () => setAsked(false);

  async function accept(): Promise<void> {
    const body = { delivery: delivery.number };
    await shopClient.request('acceptDelivery', { params: { id }, body });
    await refresh();
  }

  return (
    <>
      <OverlayButton onClick={() => setAsked(true)}>Accept</OverlayButton>
      <Modal isOpen={isAsked} title="Accept this design?" onClose={close}>
        <div className="stack-4">
          <p>
            It is finished then: you get its files{due && ' once the rest is paid'}, and can’t ask
            for more changes or for a refund.
          </p>
          <div className="row-3">
            <Button
              aria-disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => void begin(accept).finally(close)}
            >
              {isBusy ? 'Accepting…' : 'Accept the design'}
            </Button>
            <Button variant="paper" onClick={close}>
              Not yet
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
