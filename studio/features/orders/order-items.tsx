import { licenseTypeNames } from '#contract/shop/account.ts';
import { orderCalls, type StudioItem } from '#contract/studio/orders.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { hasBeenPaid, type OrderPart } from './order-part.ts';
import styles from './orders.module.css';
import { Refund } from './refund.tsx';

/** The bought items, each with its price. */
export function OrderItems(part: OrderPart) {
  const { items, reviewReason, captured } = part.order;
  const canRefund = reviewReason === null && items.length > 1 && captured !== null;
  return (
    <ul className="stack-4">
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          {item.imageUrl === '' ? (
            <span className={styles.picture} />
          ) : (
            <img className={styles.picture} src={item.imageUrl} alt="" loading="lazy" />
          )}
          <div>
            <p>
              <strong>{item.productName}</strong> <ItemState item={item} />
            </p>
            <p className="soft">
              {licenseTypeNames[item.licenseType]} licence · {formatUsd(item.paid)}
              {hasBeenPaid(part.order) && ' paid'}
              {item.collectionName !== null && ` · collection “${item.collectionName}”`}
            </p>
          </div>
          <div className={styles.itemActions}>
            {canRefund && <Refund {...part} itemId={item.id} amount={item.left} />}
            <Revocation {...part} item={item} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function ItemState({ item }: { readonly item: StudioItem }) {
  if (item.refundedAt !== null) return <Badge tone="plain">Refunded</Badge>;
  if (item.revokedAt !== null) return <Badge tone="bad">Revoked</Badge>;
  return null;
}

/** Blocks the downloads of one design, or allows them again; no money moves. */
function Revocation({
  order,
  item,
  onChanged,
  onStale,
}: OrderPart & { readonly item: StudioItem }) {
  const [isSending, begin] = useBusy('The shop can’t be reached. Nothing was changed.', onStale);
  const isOpen = ['paid', 'part-refunded', 'disputed'].includes(order.paymentState);
  if (!isOpen || item.refundedAt !== null) return null;
  const isRevoked = item.revokedAt !== null;

  const turn = () =>
    begin(async () => {
      const params = { orderId: order.id, itemId: item.id };
      onChanged(await request(orderCalls.revokeItem, { params, body: { isRevoked: !isRevoked } }));
      toast.success(
        isRevoked
          ? `${item.productName} can be downloaded again.`
          : `${item.productName} can no longer be downloaded.`,
      );
    });

  return (
    <Button
      variant="quiet"
      aria-disabled={isSending}
      aria-busy={isSending}
      onClick={() => void turn()}
    >
      {isRevoked ? 'Restore download' : 'Revoke download'}
      <span className="visually-hidden">: {item.productName}</span>
    </Button>
  );
}
