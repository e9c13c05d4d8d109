import { Categories } from '#features/home/categories.tsx';
import { CustomBanner } from '#features/home/custom-banner.tsx';
import { Faq } from '#features/home/faq.tsx';
import { Featured } from '#features/home/featured.tsx';
import { Hero } from '#features/home/hero.tsx';
import { Services } from '#features/home/services.tsx';
import { TermsReminder } from '#features/home/terms-reminder.tsx';

export default function HomePage() {
  return (
    <>
      <Hero />
      <Featured />
      <Categories />
      <CustomBanner />
      <TermsReminder />
      <Services />
      <Faq />
    </>
  );
}
