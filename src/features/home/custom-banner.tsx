import { lazy, Suspense } from 'react';
import { useCall } from '#api/use-call.ts';
import { useSession } from '#api/use-session.ts';
import type { TitledText } from '#contract/shop/content.ts';
import { paths } from '#contract/shop/paths.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './custom-banner.module.css';
import { CustomBannerView } from './custom-banner-view.tsx';

const CommissionsNotice = lazy(() => import('./commissions-notice.tsx'));

interface CustomBannerProps {
  /** Undefined until they are there. */
  readonly texts: TitledText | undefined;
  readonly onRequest: () => void;
  /** The pointer or the focus has reached the button. */
  readonly onNear: () => void;
}

/** Shows whether the studio accepts custom requests: open only if it answers On (P05). */
export function CustomBanner({ texts, onRequest, onNear }: CustomBannerProps) {
  const isOpen = useCall('customStatus', {}).data?.status === 'On';
  const user = useSession((state) => state.user);
  const news = user ? (
    <>
      <p>{texts?.text}</p>
      <Suspense fallback={<p className={styles.news} />}>
        <CommissionsNotice user={user} />
      </Suspense>
    </>
  ) : (
    <p>
      {texts?.text}{' '}
      {isOpen ? (
        'We’re drawing. Tell us your idea.'
      ) : (
        <>
          <ShopLink to={paths.signUp.path}>Sign up for updates</ShopLink> to hear when custom
          requests open.
        </>
      )}
    </p>
  );
  return (
    <CustomBannerView
      title={texts?.title ?? 'Custom designs'}
      isOpen={isOpen}
      news={news}
      onRequest={onRequest}
      onNear={onNear}
    />
  );
}
