import { noteOrder } from '#features/install/install-memory.ts';
import { OrderSuccessScreen } from '#features/orders/order-success-screen.tsx';

export default function OrderSuccessPage() {
  return (
    <div className="page">
      <OrderSuccessScreen onOrder={noteOrder} />
    </div>
  );
}
