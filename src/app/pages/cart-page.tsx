import { CartScreen } from '#features/cart/cart-screen.tsx';

export default function CartPage() {
  return <CartScreen />;
}
