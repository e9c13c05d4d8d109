import { CheckoutScreen } from '#features/checkout/checkout-screen.tsx';

export default function CheckoutPage() {
  return (
    <div className="page checkout">
      <h1>Checkout</h1>
      <CheckoutScreen />
    </div>
  );
}
