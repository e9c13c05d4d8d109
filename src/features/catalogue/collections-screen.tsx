import { useCall } from '#api/use-call.ts';
import { paths } from '#contract/shop/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { CollectionCard } from './collection-card.tsx';
import { SkeletonGrid } from './product-grid.tsx';

export function CollectionsScreen() {
  const { data, status, refetch } = useCall('collections', {});
  if (!data && status === 'rejected') {
    return (
      <RetryScene
        title="Couldn’t load the collections"
        text="The shop can’t be reached right now."
        onRetry={refetch}
      />
    );
  }
  if (!data) return <SkeletonGrid count={4} />;
  if (data.collections.length === 0) {
    return (
      <EmptyScene scene="empty" title="No collections yet" text="All designs are in the shop.">
        <LinkButton to={paths.shop.path}>See all designs</LinkButton>
      </EmptyScene>
    );
  }
  return (
    <ul className="card-grid">
      {data.collections.map((collection) => (
        <li key={collection._id}>
          <CollectionCard collection={collection} />
        </li>
      ))}
    </ul>
  );
}
