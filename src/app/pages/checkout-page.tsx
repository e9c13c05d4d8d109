import { useLocation } from 'react-router';
import { quotedRequestId } from '#contract/shop/quoted-checkout.ts';
import { CheckoutScreen } from '#features/checkout/checkout-screen.tsx';
import { QuotedCheckout } from '#features/checkout/quoted-checkout.tsx';
import { useOwnRequests } from '#features/commissions/use-own-requests.ts';

/** Of the cart, or for the custom request that the address names. */
export default function CheckoutPage() {
  const requestId = quotedRequestId(useLocation().search);
  return (
    <div className="page checkout">
      <h1>Checkout</h1>
      {requestId === null ? <CheckoutScreen /> : <PayRequest requestId={requestId} />}
    </div>
  );
}

function PayRequest({ requestId }: { readonly requestId: string }) {
  return <QuotedCheckout requestId={requestId} known={useOwnRequests()} />;
}
