import { addLineToCart } from '#features/cart/add-to-cart.ts';
import { WishlistScreen } from '#features/wishlist/wishlist-screen.tsx';
import { removeView } from '../remove-view.ts';
import { KeepOwnDesigns } from './keep-own-designs.tsx';

export default function MyWishlistPage() {
  return (
    <div className="page">
      <h1>My wishlist</h1>
      <WishlistScreen
        onAddToCart={(line) => void addLineToCart(line)}
        onRemoveView={(line) => removeView('wishlist', line)}
        below={<KeepOwnDesigns kind="wishlist" name="My wishlist" />}
      />
    </div>
  );
}
