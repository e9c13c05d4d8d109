import { messages } from '#contract/messages/messages.ts';
import { type CouponOffer, couponCodePattern } from '#contract/shop/coupon.ts';
import { discountOf } from '#contract/shop/coupon-words.ts';
import { categoryPath, couponPath, paths, productPath } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ApprovalNote } from './approval-note.tsx';
import styles from './coupon-screen.module.css';
import { type LinkState, useCouponLink } from './use-coupon-link.ts';

/** The page of a coupon link: what the code gives, when it applies, and the way to the designs. */
export function CouponScreen({ typed }: { readonly typed: string }) {
  const code = typed.normalize('NFKC').trim();
  return (
    <div className="page">
      {couponCodePattern.test(code) ? (
        <LinkedCoupon key={code} code={code} />
      ) : (
        <EmptyScene
          scene="search"
          level={1}
          title="This link has no coupon code"
          text="Check the letters after /c/, or enter your code in the cart. Nothing has changed."
        >
          <LinkButton to={paths.shop.path}>Go to the shop</LinkButton>
        </EmptyScene>
      )}
    </div>
  );
}

function LinkedCoupon({ code }: { readonly code: string }) {
  const link = useCouponLink(code);
  const { state, offer } = link;
  const shown = offer?.code ?? code;
  const [category, ...more] = offer?.scope?.designs.length === 0 ? offer.scope.categories : [];
  const goal = category && more.length === 0 ? categoryPath(category._id) : paths.shop.path;
  return (
    <section className={`card stack-4 ${styles.card}`} aria-labelledby="coupon">
      <h1 id="coupon" className={styles.code}>
        <Icon name="tag" size={28} /> Coupon {shown}
      </h1>
      {state !== 'refused' &&
        (offer ? <Terms offer={offer} /> : state === 'asking' && <Skeleton height="6rem" />)}
      <div role="status" className={styles.state} data-state={state}>
        <Standing link={link} code={shown} offer={offer} />
      </div>
      {state === 'other coupon' ? (
        <div className="row-2">
          <Button onClick={() => link.choose(true)}>Use {shown}</Button>
          <Button variant="paper" onClick={() => link.choose(false)}>
            Keep {link.other}
          </Button>
        </div>
      ) : (
        <div className="row-2">
          <LinkButton to={goal}>Go to the designs</LinkButton>
          {state === 'unreached' && (
            <Button variant="paper" onClick={() => void link.retry()}>
              Try again
            </Button>
          )}
          {!link.isCartEmpty && (
            <LinkButton variant="paper" to={paths.cart.path}>
              My cart
            </LinkButton>
          )}
        </div>
      )}
      {state !== 'refused' && <ApprovalNote />}
    </section>
  );
}

interface StandingProps {
  readonly link: ReturnType<typeof useCouponLink>;
  readonly code: string;
  readonly offer: CouponOffer | undefined;
}

/** What became of the code, in a sentence or two. */
function Standing({ link, code, offer }: StandingProps) {
  const { state, other } = link;
  const replaced = link.isReplacing && `It replaces ${other}. `;
  const texts: Readonly<Record<Exclude<LinkState, 'saved'>, string>> = {
    asking: 'We’re asking the shop about it.',
    unreached: link.limitText ?? 'The shop can’t be reached. We’ll check the code once it can.',
    refused: `${link.refusal ?? ''} Your cart is as it was.`,
    'other coupon': `You already have the coupon ${other}, and an order takes one. Which one do you want to use?`,
    left: `You keep ${other}. To use ${code} instead, open its link again.`,
    applied: 'It’s applied to your cart.',
    waiting: `It’s on your cart. ${messages.coupon.forLater}.`,
    gone: 'It isn’t on your cart any more. To use it, open its link again.',
  };
  if (state !== 'saved') {
    return (
      <p>
        {replaced}
        {state === 'unreached' && link.isSaved && 'Saved on this device. '}
        {texts[state]}
      </p>
    );
  }
  return (
    <p>
      {replaced}
      {link.isSaved
        ? `Saved on this device. ${messages.coupon.forLater}`
        : `This browser can’t save it, so write it down: ${offer?.code ?? code}. Enter it in your cart`}
      {', once you '}
      <ShopLink to={paths.signIn.path} state={{ from: couponPath(code) }}>
        sign in
      </ShopLink>
      .
    </p>
  );
}

/** What the coupon gives, and when. */
function Terms({ offer }: { readonly offer: CouponOffer }) {
  const { scope, minimumSubtotal, startsAt, endsAt, isOncePerCustomer, state } = offer;
  return (
    <>
      <p className={styles.discount}>{discountOf(offer)}</p>
      <ul className="stack-1">
        <li>{scope ? <Scope scope={scope} /> : 'On every design.'}</li>
        {minimumSubtotal > 0 && (
          <li>When your cart comes to {formatUsd(minimumSubtotal)} or more.</li>
        )}
        {startsAt !== null && state === 'planned' && <li>From {moment(startsAt)}.</li>}
        {endsAt !== null && <li>Until {moment(endsAt)}.</li>}
        {isOncePerCustomer && <li>Once for each buyer.</li>}
      </ul>
    </>
  );
}

function Scope({ scope }: { readonly scope: NonNullable<CouponOffer['scope']> }) {
  const { categories, designs, designCount } = scope;
  const links = [
    ...categories.map(({ _id, name }) => ({ to: categoryPath(_id), name })),
    ...designs.map(({ _id, title }) => ({ to: productPath(_id), name: title })),
  ];
  const rest = designCount - designs.length;
  if (links.length === 0) return 'On designs that are no longer sold.';
  return (
    <>
      {'On '}
      {links.map(({ to, name }, index) => (
        <span key={to}>
          {index > 0 && ', '}
          <ShopLink to={to}>{name}</ShopLink>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}.
    </>
  );
}

/** In the words and the time zone of the buyer's device. */
function moment(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
}
