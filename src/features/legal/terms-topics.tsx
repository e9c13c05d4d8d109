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
          When you buy a design, you and we agree on what stands on this page. You say so with one
          tick at checkout, and your order remembers which version you agreed to. If we ever write
          these terms anew, what you already bought keeps the version you bought it under.
        </p>
        <p>
          Everything here is a digital file at 350 DPI, sold under a licence and priced in US
          dollars. Nothing is posted to you: your files are yours to download as soon as your
          payment is through.
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
          The pictures in the shop wear a watermark, so that a drawing finds its way back to whoever
          drew it. Please leave it on. The files you buy come without one.
        </p>
        <p>
          Your files are for you alone. Please don't share, swap, resell or give them away, and
          don't leave them where others can take them, such as a group, a cloud folder or a
          marketplace.
        </p>
        <p>
          Do show what you make! Photographs of finished things need no watermark. Where you show
          the design by itself, in a mock-up for instance, put your own watermark on it first.
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
          You buy the right to use a design, while the drawing itself stays its designer's. You may
          print it, sew it, cut it and press it, change its size, put it together with other
          designs, and sell the things you make.
        </p>
        <p>
          You may not sell the design as a file, say that you drew it, or make it your trademark. A
          logo or branding kit that we draw for your shop is there to be its face, of course.
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
          they are, tell us your idea there and add pictures that show what you have in mind.
        </p>
        <p>
          An exclusive design is drawn for you alone. A non-exclusive one may find a place in the
          shop later. Custom seamless PNGs come with unlimited revisions: we go on until it is
          right. Please send only pictures you may share; we don't copy other people's characters or
          art.
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
        take no time at all: you can download them right after paying.
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
          Each design you buy has a licence page among your orders, with your name on it, to print
          or keep. Buying a design again {boughtAgain}. Not sure what your shop is?{' '}
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
          Digital downloads are <strong>non-refundable</strong>: a file can't be handed back. A
          refund is given only when a commission is not accepted.
        </p>
        <p>
          If a file is damaged or isn't what its page promised, write to us with your order number
          and we will mend it. Where something is refunded, its licence ends with it.
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
