import { buyAgain } from '#features/cart/buy-again.ts';
import { MyOrdersScreen } from '#features/orders/my-orders-screen.tsx';
import { KeepOwnDesigns } from './keep-own-designs.tsx';

export default function MyOrdersPage() {
  return (
    <div className="page">
      <MyOrdersScreen
        below={<KeepOwnDesigns kind="bought" name="My designs" />}
        onBuyAgain={(item) => void buyAgain(item)}
      />
    </div>
  );
}
