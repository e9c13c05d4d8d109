import { lazy, Suspense, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { Categories } from '#features/home/categories.tsx';
import { CustomBanner } from '#features/home/custom-banner.tsx';
import { Faq } from '#features/home/faq.tsx';
import { Featured } from '#features/home/featured.tsx';
import { Hero } from '#features/home/hero.tsx';
import { Services } from '#features/home/services.tsx';
import { TermsReminder } from '#features/home/terms-reminder.tsx';
import { toast } from '#ui/toast.ts';

const loadRequest = () => import('#features/customs/custom-request-modal.tsx');
const CustomRequestModal = lazy(loadRequest);

function preloadRequest(): void {
  // Without a network the press itself will say so.
  loadRequest().catch(() => {});
}

export default function HomePage() {
  const [isRequesting, setRequesting] = useState(false);

  async function request(): Promise<void> {
    try {
      await loadRequest();
      setRequesting(true);
    } catch {
      toast.error(messages.custom.failed);
    }
  }

  return (
    <>
      <Hero />
      <Featured />
      <Categories />
      <CustomBanner onRequest={() => void request()} onNear={preloadRequest} />
      <TermsReminder />
      <Services />
      <Faq />
      {isRequesting && (
        <Suspense fallback={null}>
          <CustomRequestModal onClose={() => setRequesting(false)} />
        </Suspense>
      )}
    </>
  );
}
