import { useId, useState } from 'react';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { firstLicenceItems } from '#contract/shop/licence-rules.ts';
import type { OrderItem } from '#contract/shop/order.ts';
import { device } from '#offline/open-device.ts';
import type { RefusedOp } from '#offline/outbox/rows.ts';
import { type SoldView, soldUnder } from '#offline/views/sold-view.ts';
import { Button } from '#ui/button.tsx';
import { RefusedList } from '#ui/refused-list.tsx';
import { toastIfNotStored } from '#ui/toast-if-not-stored.ts';
import type { BuyAgain } from './buy-again-button.tsx';
import { CountSold } from './count-sold.tsx';
import styles from './licence-meter.module.css';
import { deltaText, isNearlyUsed, meterNote, meterText } from './meter-words.ts';
import { useRunningYear } from './use-running-year.ts';

interface RefusedCountsProps {
  readonly title: string;
  readonly refused: readonly RefusedOp[];
}

/** The counts of a licence that the shop refused, as one. */
function RefusedCounts({ title, refused }: RefusedCountsProps) {
  const last = refused.at(-1);
  if (!last) return null;
  const sum = refused.reduce((total, { sold }) => total + (sold?.delta ?? 0), 0);
  async function each(act: (op: RefusedOp) => Promise<unknown>): Promise<void> {
    for (const op of refused) await act(op);
  }
  const change = {
    id: last.opId,
    title,
    what: `could not be counted (${deltaText(sum)})`,
    reason: last.problem.message,
    onRetry: () => toastIfNotStored(each((op) => device().retryRefused(op))),
    onDismiss: () => toastIfNotStored(each((op) => device().dismissRefused(op.opId))),
  };
  return <RefusedList changes={[change]} />;
}

interface LicenceMeterProps {
  readonly item: OrderItem;
  readonly sold: SoldView;
  /** Whether the buttons of a count that has begun are shown at once, or only after a press. */
  readonly isOpen?: boolean;
  readonly onBuyAgain: BuyAgain;
}

/** How many of the goods that a licence covers were sold, or that a yearly licence covers all, as its buyer counts them; until the first, a button that opens it. Renders nothing before the order is paid. */
export function LicenceMeter({ item, sold, isOpen = false, onBuyAgain }: LicenceMeterProps) {
  const id = useId();
  const next = useShopSettings()?.licenceItems;
  const year = useRunningYear();
  const { _id: licenceId, counted, productName, licenceItems: limit = firstLicenceItems } = item;
  const number = counted ? Math.max(0, soldUnder(sold, licenceId, counted)) : 0;
  const [isCounting, setCounting] = useState(isOpen && number > 0);
  if (!counted) return null;
  // While it runs, nothing counts down; the number goes on, for after its end.
  const covered = item.isRevoked ? null : year;
  const text = covered === null ? meterText(number, limit) : `${number} sold`;
  const note = covered === null ? meterNote(number, limit) : null;
  if (item.isRevoked && number === 0) return null;
  const refused = sold.refused.filter((op) => op.sold?.licenceId === licenceId);
  const isUnused = number === 0 && refused.length === 0 && !isCounting;
  return (
    <div className={styles.meter}>
      <p className={styles.line}>
        {!isUnused && (
          <span>
            {text}
            {item.isRevoked && '. The licence was revoked, so this number stays.'}
            {!item.isRevoked && note && (
              <>
                . <strong>{note}</strong>
              </>
            )}
          </span>
        )}
        {!item.isRevoked && (
          <Button
            variant="quiet"
            className={styles.toggle}
            aria-expanded={isCounting}
            aria-controls={id}
            aria-label={`Count items sold: ${productName}`}
            onClick={() => setCounting(!isCounting)}
          >
            {isUnused ? 'Count items sold' : 'Count'}
          </Button>
        )}
      </p>
      {covered !== null && (
        <p className={styles.line}>Covered by your yearly licence until {covered}.</p>
      )}
      {!isUnused && covered === null && (
        <span className={styles.bar} aria-hidden="true">
          <span
            className={styles.used}
            style={{ width: `${Math.min(1, number / limit) * 100}%` }}
          />
        </span>
      )}
      <div id={id} hidden={!isCounting || item.isRevoked}>
        {isCounting && !item.isRevoked && (
          <CountSold item={item} number={number} text={text} refused={refused} />
        )}
      </div>
      {!item.isRevoked && covered === null && isNearlyUsed(number, limit) && (
        <Button
          variant="paper"
          className={styles.next}
          aria-label={`Add the next ${next ?? limit} to the cart: ${productName}`}
          onClick={() => onBuyAgain(item)}
        >
          Add the next {next ?? limit}
        </Button>
      )}
      <RefusedCounts title={productName} refused={refused} />
    </div>
  );
}
