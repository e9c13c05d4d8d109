import { useLocation } from 'react-router';
import { useCall } from '#api/use-call.ts';
import { useLicenceItems } from '#api/use-licence-items.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { paths } from '#contract/shop/paths.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { TermsScreen } from '#features/legal/terms-screen.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';

export default function TermsPage() {
  const { search } = useLocation();
  const version = new URLSearchParams(search).get('version')?.trim() ?? '';
  const { data, status, error, refetch } = useCall('terms', {
    query: version === '' ? {} : { version },
  });
  const settings = useShopSettings();
  const items = useLicenceItems();
  if (!data) {
    if (status !== 'rejected') return <PageSkeleton />;
    if (error instanceof ApiError && error.code === 'NOT_FOUND') {
      return (
        <div className="page">
          <EmptyScene scene="empty" level={1} title="This version doesn’t exist">
            <LinkButton to={paths.terms.path}>Read the terms in force</LinkButton>
          </EmptyScene>
        </div>
      );
    }
    return (
      <RetryScene
        title="Not saved on this device yet"
        text="The terms couldn’t be loaded."
        level={1}
        onRetry={refetch}
      />
    );
  }
  const isEarlier = version !== '' && settings?.termsVersion !== data.version;
  return (
    <TermsScreen
      {...data}
      items={items}
      search={search}
      designers={settings?.designers ?? []}
      {...(isEarlier && {
        notice: (
          <p>
            This is an earlier version.{' '}
            <ShopLink to={paths.terms.path}>Read the terms in force</ShopLink>.
          </p>
        ),
      })}
    />
  );
}
