import { licenseTypeNames } from '#contract/shop/account.ts';
import type { Order } from '#contract/shop/order.ts';
import { formatUsd } from '#contract/wire/money.ts';
import type { SoldView } from '#offline/views/sold-view.ts';
import { OverlayButton } from '#ui/overlay.tsx';
import { PaperImage } from '#ui/paper-image.tsx';
import { type BuyAgain, BuyAgainButton } from './buy-again-button.tsx';
import { DownloadButton } from './download-button.tsx';
import { DownloadStatus } from './download-status.tsx';
import { ItemName } from './item-name.tsx';
import { LicenceMeter } from './licence-meter.tsx';
import styles from './order-card.module.css';
import { endedText, listDate, listedItems, unreleasedText } from './order-presentation.ts';
import { OrderStatus } from './order-status.tsx';

interface OrderCardProps {
  readonly order: Order;
  readonly onOpen: () => void;
  readonly onBuyAgain: BuyAgain;
  readonly sold: SoldView;
}

export function OrderCard({ order, onOpen, onBuyAgain, sold }: OrderCardProps) {
  const { shown, more } = listedItems(order.items);
  const unreleased = unreleasedText(order);
  const hasDownloads = order.status === 'Completed' && unreleased === null;
  const label = hasDownloads ? 'Details and downloads' : 'View details';
  return (
    <li className="card stack-3">
      <div className={styles.head}>
        <div>
          <h2 className={styles.number}>Order {order.orderNumber}</h2>
          <p className="note">
            <time dateTime={order.createdAt}>{listDate(order.createdAt)}</time>
          </p>
        </div>
        <OrderStatus order={order} />
      </div>
      {order.paymentNote !== undefined && <p className="note">{order.paymentNote}</p>}
      {unreleased !== null && <p className="note">{unreleased}</p>}
      <ul className={styles.items}>
        {shown.map((item) => (
          <li key={item._id} className={styles.item}>
            <span className={styles.picture}>
              {item.product.image.url !== '' && (
                <PaperImage
                  image={{
                    url: item.product.image.url,
                    width: 640,
                    height: 640,
                    color: 'var(--paper-deep)',
                  }}
                  alt=""
                  sizes="64px"
                />
              )}
            </span>
            <div>
              <strong>
                <ItemName item={item} />
              </strong>
              <p className="note">
                {endedText(item, Date.now()) ?? licenseTypeNames[item.licenseType]}
              </p>
              <div className={styles.actions}>
                {item.downloadLink !== '' && (
                  <DownloadButton
                    variant="quiet"
                    label="Download"
                    of={item.productName}
                    link={item.downloadLink}
                    fileName={item.fileName}
                  />
                )}
                <BuyAgainButton order={order} item={item} onBuyAgain={onBuyAgain} />
              </div>
              {item.downloadLink !== '' && (
                <DownloadStatus
                  link={item.downloadLink}
                  fileName={item.fileName}
                  orderNumber={order.orderNumber}
                />
              )}
            </div>
            <LicenceMeter item={item} sold={sold} onBuyAgain={onBuyAgain} />
          </li>
        ))}
      </ul>
      {more && <p className="note">{more}</p>}
      <div className={styles.foot}>
        <strong>{formatUsd(order.totalPrice)}</strong>
        <OverlayButton
          variant="paper"
          aria-label={`${label} of order ${order.orderNumber}`}
          onClick={onOpen}
        >
          {label}
        </OverlayButton>
      </div>
    </li>
  );
}
