import { useShopSettings } from '#api/use-shop-settings.ts';
import { licenseTypeNames } from '#contract/account.ts';
import type { Order, OrderItem } from '#contract/order.ts';
import { orderPath, paths } from '#contract/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { PaperImage } from '#ui/paper-image.tsx';
import { Pinwheel } from '#ui/pinwheel.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './licence-sheet.module.css';
import { type LicenceText, licenceText } from './licence-texts.ts';
import { PrintButton } from './print-button.tsx';

interface LicenceSheetProps {
  /** The account's name: the licence is theirs, whoever paid (OP-61). */
  readonly holder: string;
  readonly order: Order;
  /** Paid for, and not revoked. */
  readonly item: OrderItem;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

function Lists({ text }: { readonly text: LicenceText }) {
  return (
    <div className={styles.lists}>
      <section aria-labelledby="allows">
        <h2 id="allows">You may</h2>
        <ul className={styles.list}>
          {text.allows.map((line) => (
            <li key={line}>
              <span className={styles.good}>
                <Icon name="check" size={18} />
              </span>
              {line}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="forbids">
        <h2 id="forbids">Please don't</h2>
        <ul className={styles.list}>
          {text.forbids.map((line) => (
            <li key={line}>
              <span className={styles.bad}>
                <Icon name="close" size={18} />
              </span>
              {line}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The licence of one bought design, on a sheet that fits a page of A4 or Letter. */
export function LicenceSheet({ holder, order, item }: LicenceSheetProps) {
  const settings = useShopSettings();
  const text = licenceText(item.licenceTextVersion, item.licenseType);
  const { url } = item.product.image;
  const facts = [
    ['Licensed to', holder],
    ['Licence type', licenseTypeNames[item.licenseType]],
    ['Order', order.orderNumber],
    ['Date', longDate.format(new Date(order.createdAt))],
    ['Licence text', `Version ${item.licenceTextVersion}`],
  ] as const;
  return (
    <>
      <div className={styles.tools}>
        <LinkButton variant="quiet" to={orderPath(order._id)}>
          <Icon name="left" size={18} />
          Back to order {order.orderNumber}
        </LinkButton>
        <PrintButton />
      </div>
      <article className={styles.sheet}>
        <header className={styles.head}>
          <p className={styles.brand}>
            <Pinwheel size={36} />
            {settings?.name} licence
          </p>
          <h1 className={styles.title}>{item.productName}</h1>
          {url !== '' && (
            <span className={styles.picture}>
              <PaperImage
                image={{ url, width: 640, height: 640, color: 'var(--paper-deep)' }}
                alt=""
                sizes="144px"
                isFirst
              />
            </span>
          )}
          <dl className={styles.facts}>
            {facts.map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </header>
        {text ? (
          <>
            <Lists text={text} />
            <section className={styles.goods} aria-labelledby="goods">
              <h2 id="goods">How many items it covers</h2>
              <p>{text.goods}</p>
            </section>
          </>
        ) : (
          <p className={styles.goods}>
            Version {item.licenceTextVersion} of our licence text is not kept here. Write to us with
            your order number, and we will send it to you.
          </p>
        )}
        <footer className={styles.foot}>
          <p>
            Given by <strong>{settings?.designers.map(({ name }) => name).join(' and ')}</strong> of{' '}
            {settings?.name}. It goes with the{' '}
            <ShopLink to={paths.terms.path}>terms and conditions</ShopLink> you accepted when you
            bought the design, and is yours alone: it can't be passed on.
          </p>
        </footer>
      </article>
    </>
  );
}
