import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '#api/use-call.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths, startsCustomRequest } from '#contract/shop/paths.ts';
import { FirstDesigns } from '#features/catalogue/first-designs.tsx';
import { Categories } from '#features/home/categories.tsx';
import { CustomBanner } from '#features/home/custom-banner.tsx';
import { Faq } from '#features/home/faq.tsx';
import { Featured } from '#features/home/featured.tsx';
import { Hero } from '#features/home/hero.tsx';
import { Services } from '#features/home/services.tsx';
import { TermsReminder } from '#features/home/terms-reminder.tsx';
import { toast } from '#ui/toast.ts';
import { loadSuggestions } from '../load-suggestions.ts';
import { afterScreen, LateRows, withScreen } from './late-rows.tsx';

const loadFirst = withScreen<object>(
  async () => (await import('#features/catalogue/design-rows.tsx')).FirstRow,
);

const loadRows = afterScreen<object>(
  async () => (await import('#features/catalogue/design-rows.tsx')).DesignRows,
);

const loadCollections = afterScreen<object>(
  async () => (await import('#features/catalogue/collection-row.tsx')).CollectionRow,
);

const loadRequest = () => import('#features/commissions/custom-request-modal.tsx');
const CustomRequestModal = lazy(loadRequest);

function preloadRequest(): void {
  // If offline, the press reports it.
  loadRequest().catch(() => {});
}

/** Opens the custom request for the URL that the app's shortcut and its share target use. */
function useCustomAddress(open: () => Promise<void>): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isAsked = startsCustomRequest(search);
  const status = useCall('customStatus', {}).data?.status;
  useEffect(() => {
    if (!isAsked || status === undefined) return;
    // Only once: after a reload or Back it is the plain home page.
    void navigate(paths.home.path, { replace: true });
    if (status === 'On') void open();
    else toast.blank(messages.custom.closed);
  }, [isAsked, status, navigate, open]);
}

export default function HomePage() {
  const [isRequesting, setRequesting] = useState(false);
  const settings = useShopSettings();
  const texts = useCall('homeTexts', {}).data;
  const hasCollections = (useCall('collections', {}).data?.collections.length ?? 0) > 0;

  const request = useCallback(async (): Promise<void> => {
    try {
      await loadRequest();
      setRequesting(true);
    } catch {
      toast.error(messages.custom.failed);
    }
  }, []);
  useCustomAddress(request);

  return (
    <>
      <Hero
        words={
          settings?.texts?.hero ?? { sticker: '', title: settings?.name ?? 'Welcome', text: '' }
        }
        loadSuggestions={loadSuggestions}
      />
      <LateRows load={loadFirst} rows={{}} until={<FirstDesigns />} place="first" />
      <Featured text={settings?.texts?.featured?.text ?? ''} />
      <Categories />
      {hasCollections && <LateRows load={loadCollections} rows={{}} count={1} />}
      <LateRows load={loadRows} rows={{}} count={1} />
      <CustomBanner
        texts={texts?.customs}
        onRequest={() => void request()}
        onNear={preloadRequest}
      />
      {texts?.reminder && <TermsReminder texts={texts.reminder} />}
      {texts && <Services texts={texts.services} />}
      {texts && <Faq texts={texts.faq} isByMailAlone={settings?.socialLink === ''} />}
      {isRequesting && (
        <Suspense fallback={null}>
          <CustomRequestModal onClose={() => setRequesting(false)} />
        </Suspense>
      )}
    </>
  );
}
