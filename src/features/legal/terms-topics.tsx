import type { ReactNode } from 'react';
import { boughtAgain, licenceNeeds } from '#contract/shop/licence-rules.ts';
import { paths } from '#contract/shop/paths.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { Restrictions } from './restrictions.tsx';

export interface TermsTopic {
  /** The section's anchor: `#licensing`. */
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

function Need({ of }: { readonly of: keyof typeof licenceNeeds }) {
  const { seller, needs } = licenceNeeds[of];
  return (
    <>
      <strong>{seller}</strong> need {needs}.
    </>
  );
}

/** The sections of the terms, in reading order. */
export const termsTopics: readonly TermsTopic[] = [
  {
    id: 'the-terms',
    title: 'The terms',
    content: (
      <>
        <p>
          These terms apply when you buy a design. You accept them with one tick at checkout, and
          your order records the version you accepted. If we change these terms, designs you already
          bought keep the version you bought them under.
        </p>
        <p>
          Everything here is a digital file at 350 DPI, sold under a licence and priced in US
          dollars. Nothing is shipped: you can download your files as soon as your payment is
          complete.
        </p>
      </>
    ),
  },
  {
    id: 'watermark-and-sharing',
    title: 'Watermark and sharing',
    content: (
      <>
        <p>
          Pictures in the shop carry a watermark, so people can find the designer. Please leave it
          on. The files you buy have none.
        </p>
        <p>
          Your files are for you alone. Please don’t share, swap, resell or give them away, and
          don’t put them where others can download them, such as a group, a shared cloud folder or a
          marketplace.
        </p>
        <p>
          Do show what you make! Photos of finished products need no watermark. If you show the
          design by itself, for instance in a mock-up, add your own watermark first.
        </p>
      </>
    ),
  },
  {
    id: 'use-of-designs',
    title: 'Use of designs',
    content: (
      <>
        <p>
          You buy the right to use a design; the design itself still belongs to its designer. You
          may print, sew, cut and press it, resize it, combine it with other designs, and sell the
          things you make.
        </p>
        <p>
          You may not sell the design as a file, claim that you drew it, or make it your trademark.
          Logos and branding kits that we draw for your shop are, of course, yours to use as your
          brand.
        </p>
      </>
    ),
  },
  {
    id: 'commissioning-artwork',
    title: 'Commissioning artwork',
    content: (
      <>
        <p>
          We take custom designs depending on availability.{' '}
          <ShopLink to={paths.home.path}>The front page</ShopLink> says whether customs are open. If
          they are, send us your idea there, with pictures of what you have in mind.
        </p>
        <p>
          An exclusive design is drawn for you alone. A non-exclusive one may be sold in the shop
          later. Custom seamless PNGs come with unlimited revisions: we keep going until it’s right.
          Please send only pictures you’re allowed to share; we don’t copy other people’s characters
          or art.
        </p>
      </>
    ),
  },
  {
    id: 'turnaround-time',
    title: 'Turnaround time',
    content: (
      <p>
        A commission takes <strong>about a week, and up to 14 days</strong>. Designs from the shop
        can be downloaded right after paying.
      </p>
    ),
  },
  {
    id: 'licensing',
    title: 'Licensing',
    content: (
      <>
        <ul>
          <li>
            <Need of="handmade" />
          </li>
          <li>
            <Need of="fabric" />
          </li>
          <li>
            <Need of="wholesale" />
          </li>
          <li>
            <strong>Yearly licences</strong> must be renewed before the year ends.
          </li>
        </ul>
        <p>
          Each design you buy has a licence page with your name on it in your orders, to print or
          keep. Buying a design again {boughtAgain}. Not sure which one you need?{' '}
          <ShopLink to={paths.licence.path}>See the licences</ShopLink>.
        </p>
      </>
    ),
  },
  {
    id: 'cancellations-and-refunds',
    title: 'Cancellations and refunds',
    content: (
      <>
        <p>
          Digital downloads are <strong>non-refundable</strong>: a file can’t be returned. A refund
          is given only when a commission is not accepted.
        </p>
        <p>
          If a file is damaged or isn’t what its page promised, write to us with your order number
          and we’ll fix it. A refund ends the licence.
        </p>
      </>
    ),
  },
  {
    id: 'restrictions',
    title: 'Restrictions at a glance',
    content: <Restrictions />,
  },
];
