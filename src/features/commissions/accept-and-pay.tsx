import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { duePayment } from '#contract/shop/own-request.ts';
import { paths } from '#contract/shop/paths.ts';
import { quotedCheckoutPath } from '#contract/shop/quoted-checkout.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { LinkButton } from '#ui/button.tsx';
import { useOnline } from '#ui/use-online.ts';
import type { ShownRequest } from './request-access.ts';
import { RequestPart } from './request-part.tsx';

/** Leads to the checkout with what is due for a request, or says why nothing can be paid now. */
export function AcceptAndPay({ request, access }: ShownRequest) {
  const isApproved = useSession((state) => state.approved);
  const isOnline = useOnline();
  const due = duePayment(request, Date.now());
  if (request.isBeingPaid) {
    return (
      <RequestPart title="Payment">
        <p role="status">{messages.checkout.pending}</p>
      </RequestPart>
    );
  }
  if (!due) return null;
  if (access.kind === 'link') {
    return (
      <RequestPart title="Payment">
        <p>Only approved accounts can pay.</p>
        <LinkButton to={paths.signIn.path} state={{ from: access.path, email: request.email }}>
          Sign in to pay
        </LinkButton>
      </RequestPart>
    );
  }
  const { part, amount } = due;
  const price = formatUsd(amount);
  return (
    <RequestPart title="Payment">
      {part === 'deposit' && (
        <p>You pay a deposit of {price} now, and the rest before you get the files.</p>
      )}
      {part === 'rest' && <p>The rest of the price is due.</p>}
      {!isApproved && (
        <p>{messages.access.notApproved} You can pay once the studio has approved your account.</p>
      )}
      {isApproved && !isOnline && (
        <p role="status">You’re offline. You can pay once you’re back online.</p>
      )}
      {isApproved && isOnline && (
        <LinkButton to={quotedCheckoutPath(request._id)}>
          {part === 'rest' ? 'Pay the rest' : 'Accept and pay'} · {price}
        </LinkButton>
      )}
    </RequestPart>
  );
}
