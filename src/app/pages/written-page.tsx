import { useLocation } from 'react-router';
import { useCall } from '#api/use-call.ts';
import { useLicenceItems } from '#api/use-licence-items.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { matchPath } from '#contract/shop/paths.ts';
import { writtenPages } from '#contract/shop/written-page.ts';
import { WrittenScreen } from '#features/legal/written-screen.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';

/** The pages of text beside the terms. One page, since each costs the first screen bytes. */
export default function WrittenPage() {
  const { pathname } = useLocation();
  const { data, status, refetch } = useCall('writtenPages', {});
  const designers = useShopSettings()?.designers ?? [];
  const items = useLicenceItems();
  const path = matchPath(pathname)?.name;
  const name = writtenPages.find((each) => each === path);
  if (!name) return null;
  if (!data) {
    if (status !== 'rejected') return <PageSkeleton />;
    return (
      <RetryScene
        title="Not saved on this device yet"
        text="This page couldn’t be loaded."
        level={1}
        onRetry={refetch}
      />
    );
  }
  const page = data[name];
  return (
    <WrittenScreen
      name={name}
      page={page}
      version={page.version}
      items={items}
      designers={designers}
    />
  );
}
