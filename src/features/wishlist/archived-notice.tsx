import { logFailure } from '#api/log-failure.ts';
import { counted } from '#contract/wire/counted.ts';
import { limits } from '#contract/wire/limits.ts';
import { device } from '#offline/open-device.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import styles from './archived-notice.module.css';

async function settle(isWanted: boolean): Promise<void> {
  try {
    await device().settleArchived(isWanted);
    toast.blank(isWanted ? 'Your saved designs are back' : 'Dismissed');
  } catch (error) {
    logFailure('The wishlist could not be restored', error);
  }
}

/** A visitor's wishlist expired after a week: one tap restores it (OP-07). */
export default function ArchivedNotice({ count }: { readonly count: number }) {
  const designs = counted(count, 'design you saved was', 'designs you saved were');
  return (
    <div className={styles.notice}>
      <p>
        {designs} archived after {limits.wishlistDays} days without a change.
      </p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => void settle(true)}>
          Restore
        </Button>
        <Button variant="quiet" onClick={() => void settle(false)}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}
