import { messages } from '#contract/messages.ts';
import { paths } from '#contract/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';

export default function MyWishlistPage() {
  return (
    <div className="page">
      <h1>My wishlist</h1>
      <EmptyScene scene="wishlist" title={messages.wishlist.empty}>
        <LinkButton to={paths.shop.path}>Look for something to wish for</LinkButton>
      </EmptyScene>
    </div>
  );
}
