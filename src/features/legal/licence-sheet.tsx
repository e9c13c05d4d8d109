import { useShopDay } from '#api/use-shop-day.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { exclusiveMeaning, isExclusive } from '#contract/shop/exclusive.ts';
import { readCard } from '#contract/shop/licence-card.ts';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import { yearlyCovers } from '#contract/shop/licence-year.ts';
import type { Order, OrderItem } from '#contract/shop/order.ts';
import { orderPath } from '#contract/shop/own-paths.ts';
import { termsPath } from '#contract/shop/paths.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { Brand } from '#ui/brand.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { PaperImage } from '#ui/paper-image.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './licence-sheet.module.css';
import { LicenceWords } from './licence-words.tsx';
import { PrintButton } from './print-button.tsx';

interface LicenceSheetProps {
  /** The name on the account, which owns the licence, also if somebody else paid (OP-61). The signed card's counts first. */
  readonly holder: string;
  readonly order: Order;
  /** Paid for, and not revoked. */
  readonly item: OrderItem;
  /** The licence text it was bought under; null if this device doesn't know it. */
  readonly text: LicenceText | null;
}

/** The printable licence of one bought design, or a yearly one; fits on one A4 or Letter page unless its text is long. */
export function LicenceSheet({ holder, order, item, text }: LicenceSheetProps) {
  const settings = useShopSettings();
  const shopDay = useShopDay();
  const card = readCard(item.licenceCard ?? '');
  const company = card?.facts.company;
  const { url } = item.product.image;
  const { year } = item;
  const isSole = isExclusive(item.productName, order.commission !== undefined);
  const facts = [
    ['Licensed to', card?.facts.to ?? holder],
    ...(company === undefined ? [] : [['Company', company] as const]),
    ['Licence type', `${isSole ? 'Exclusive, ' : ''}${licenseTypeNames[item.licenseType]}`],
    ...(year
      ? ([
          ['First day', dayInWords(year.startsOn)],
          ['Last day', dayInWords(year.endsOn)],
        ] as const)
      : []),
    ['Order', order.orderNumber],
    ['Date', dayInWords(card?.facts.on ?? shopDay(order.createdAt))],
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
      <article className={`card ${styles.sheet}`}>
        <header className={styles.head}>
          <p className={styles.brand}>
            <Brand name={settings?.name ?? ''} look={settings?.texts} size={36} /> licence
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
        {isSole && <p>{exclusiveMeaning}</p>}
        {text ? (
          <LicenceWords text={year ? { ...text, goods: yearlyCovers } : text} level={2} />
        ) : (
          <p>
            Version {item.licenceTextVersion} of our licence text is not saved on this device. Try
            again when you’re online, or write to us with your order number.
          </p>
        )}
        <footer className="note">
          <p>
            Granted by <Giver settings={settings} /> under the{' '}
            <ShopLink to={termsPath(order.acceptedTermsVersion ?? '', settings?.termsVersion)}>
              terms and conditions
            </ShopLink>{' '}
            you accepted at purchase. It is yours alone and can’t be transferred.
          </p>
        </footer>
      </article>
    </>
  );
}

/** The licensor: the designers' names, or just the studio before it has named any. */
function Giver({ settings }: { readonly settings: ShopSettings | null }) {
  const names = settings?.designers.map(({ name }) => name) ?? [];
  if (names.length === 0) return <strong>{settings?.name}</strong>;
  return (
    <>
      <strong>{names.join(' and ')}</strong> of {settings?.name}
    </>
  );
}
