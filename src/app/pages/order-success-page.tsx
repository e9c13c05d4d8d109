import { OrderSuccessScreen } from '#features/orders/order-success-screen.tsx';

export default function OrderSuccessPage() {
  return (
    <div className="page">
      <OrderSuccessScreen />
    </div>
  );
}
