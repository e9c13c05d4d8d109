import { MyOrdersScreen } from '#features/orders/my-orders-screen.tsx';

export default function MyOrdersPage() {
  return (
    <div className="page">
      <MyOrdersScreen />
    </div>
  );
}
