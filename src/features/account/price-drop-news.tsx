import { useId } from 'react';
import type { PushStatus } from '#api/device-push.ts';
import { useDevicePush } from '#api/use-device-push.ts';
import { messages } from '#contract/messages/messages.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';
import styles from './account-form.module.css';
import { AccountPart } from './account-part.tsx';

const notes: Readonly<Record<PushStatus, string>> = {
  on: 'At most once a day, with all price drops in one message. Designs you own are left out.',
  off: 'At most once a day, with all price drops in one message. Your browser will ask you first.',
  blocked:
    'Your browser blocks notifications from this shop. Allow them in its settings for this site, then reload this page.',
  unsupported:
    'This browser can’t show notifications. On an iPhone or iPad, add the shop to the Home Screen first.',
  unknown: 'The shop can’t be reached, so this setting isn’t available right now.',
};

/** The setting for notifications on this device when a wishlisted design gets cheaper; off by default. */
export function PriceDropSetting() {
  const { status, isChanging, choose } = useDevicePush('priceDrops');
  const noteId = useId();

  async function change(isWanted: boolean): Promise<void> {
    try {
      const chosen = await choose(isWanted);
      if (isWanted && chosen === 'off') toast.error(messages.profile.newsNotAllowed);
    } catch (error) {
      toast.error(messageOf(error, messages.profile.newsFailed));
    }
  }

  return (
    <AccountPart id="price-drops" title="Price drops" paper="sky" isWide>
      {status !== 'unsupported' && status !== 'unknown' && (
        <Switch
          isOn={(status === 'on') !== isChanging}
          aria-busy={isChanging || status === null}
          aria-describedby={noteId}
          onChange={(isWanted) => {
            if (status !== null) void change(isWanted);
          }}
        >
          Notify me on this device when a design on my wishlist gets cheaper
        </Switch>
      )}
      <p id={noteId} className={styles.note} role="status">
        {notes[status ?? 'off']}
      </p>
    </AccountPart>
  );
}
