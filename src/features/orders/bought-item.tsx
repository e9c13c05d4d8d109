import type { ReactNode } from 'react';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { firstLicenceItems, licenceCovers } from '#contract/shop/licence-rules.ts';
import { yearlyCovers } from '#contract/shop/licence-year.ts';
import type { Order, OrderItem } from '#contract/shop/order.ts';
import { itemLicencePath } from '#contract/shop/own-paths.ts';
import type { SoldView } from '#offline/views/sold-view.ts';
import { LinkButton } from '#ui/button.tsx';
import { formatBytes } from '#ui/format-bytes.ts';
import { PaperImage } from '#ui/paper-image.tsx';
import { Price } from '#ui/price.tsx';
import styles from './bought-item.module.css';
import { type BuyAgain, BuyAgainButton } from './buy-again-button.tsx';
import { DownloadButton } from './download-button.tsx';
import { DownloadStatus } from './download-status.tsx';
import { hasLicence } from './item-licence.ts';
import { ItemName } from './item-name.tsx';
import { LicenceMeter } from './licence-meter.tsx';
import { endedText } from './order-presentation.ts';
import { StoreSwitch } from './store-switch.tsx';
import { useRunningYear } from './use-running-year.ts';

interface BoughtItemProps {
  readonly order: Order;
  readonly item: OrderItem;
  readonly level: 2 | 3;
  /** Offers each file of a design with several files, besides the ZIP of all of them. */
  readonly hasFiles?: boolean;
  /** Offers to buy the design again. */
  readonly onBuyAgain?: BuyAgain;
  /** What is known of counts; without it none are shown. */
  readonly sold?: SoldView;
  /** What the account says about it. */
  readonly children?: ReactNode;
}

interface FilesProps {
  readonly item: OrderItem;
  readonly orderNumber: string;
}

function Files({ item, orderNumber }: FilesProps) {
  if (item.files.length < 2) return null;
  return (
    <ul className={styles.files} aria-label={`Files of ${item.productName}`}>
      {item.files.map((file) => (
        <li key={file.name} className={styles.file}>
          <span className={styles.name}>
            {file.name} <span className={styles.size}>{formatBytes(file.bytes)}</span>
          </span>
          {file.downloadLink !== '' && (
            <>
              <DownloadButton
                variant="quiet"
                label="Download"
                of={file.name}
                link={file.downloadLink}
                fileName={file.name}
              />
              <DownloadStatus
                link={file.downloadLink}
                fileName={file.name}
                orderNumber={orderNumber}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A bought design: licence, price, and its files once it has been paid for. */
export function BoughtItem({
  order,
  item,
  level,
  hasFiles = false,
  onBuyAgain,
  sold,
  children,
}: BoughtItemProps) {
  const Title = `h${level}` as const;
  const year = useRunningYear();
  const { url } = item.product.image;
  const image = { url, width: 640, height: 640, color: 'var(--paper-deep)' };
  const ended = endedText(item, Date.now());
  const isKit = item.files.length > 1;
  return (
    <li className={styles.item}>
      <span className={styles.picture}>
        {url !== '' && <PaperImage image={image} alt="" sizes="112px" />}
      </span>
      <div className={styles.words}>
        <Title className={styles.title}>
          <ItemName item={item} />
        </Title>
        {item.year && <p className={styles.licence}>{yearlyCovers}</p>}
        {!item.year && order.commission?.part !== 'rest' && (
          <>
            <p className={styles.licence}>Licence: {licenseTypeNames[item.licenseType]}</p>
            <p className={styles.licence}>
              {year === null || !hasLicence(order, item) || order.commission
                ? licenceCovers(item.licenseType, item.licenceItems ?? firstLicenceItems)
                : `Until ${year}, your yearly licence covers it without a limit of items sold.`}
            </p>
          </>
        )}
        {item.collectionName !== undefined && (
          <p className={styles.licence}>In the collection “{item.collectionName}”</p>
        )}
        {!item.refunded && <Price price={item.price} discountedPrice={item.discountedPrice} />}
      </div>
      <div className={styles.action}>
        {item.downloadLink !== '' && (
          <DownloadButton
            label={hasFiles && isKit ? 'Download all as ZIP' : 'Download Now'}
            of={item.productName}
            link={item.downloadLink}
            fileName={item.fileName}
          />
        )}
        {hasLicence(order, item) && (
          <LinkButton
            variant="quiet"
            to={itemLicencePath(order._id, item._id)}
            aria-label={`View licence: ${item.productName}`}
          >
            View licence
          </LinkButton>
        )}
        {onBuyAgain && <BuyAgainButton order={order} item={item} onBuyAgain={onBuyAgain} />}
        {item.downloadLink !== '' && (
          <>
            <DownloadStatus
              link={item.downloadLink}
              fileName={item.fileName}
              orderNumber={order.orderNumber}
            />
            <StoreSwitch link={item.downloadLink} fileName={item.fileName} of={item.productName} />
          </>
        )}
        {ended && <p className="soft">{ended}</p>}
      </div>
      {sold && onBuyAgain && (
        <LicenceMeter item={item} sold={sold} isOpen onBuyAgain={onBuyAgain} />
      )}
      {hasFiles && <Files item={item} orderNumber={order.orderNumber} />}
      {children}
    </li>
  );
}
