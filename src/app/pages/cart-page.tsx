import { CartScreen } from '#features/cart/cart-screen.tsx';
import { removeView } from '../remove-view.ts';

export default function CartPage() {
  return <CartScreen onRemoveView={(line) => removeView('cart', line)} />;
}
