import { useState } from 'react';
import { changeUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import type { User } from '#contract/shop/account.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { toast } from '#ui/toast.ts';
import { DevicePushSetting } from './device-news.tsx';

/** The setting to be e-mailed when the studio accepts custom requests again (OP-35): the owner's, as are the e-mails. */
export default function CommissionsNotice({ user }: { readonly user: User }) {
  /** The choice being sent. */
  const [sent, setSent] = useState<boolean | null>(null);

  async function choose(isWanted: boolean): Promise<void> {
    setSent(isWanted);
    try {
      await shopClient.request('customsNews', { body: { isWanted } });
      changeUser({ hasCustomsNews: isWanted });
      toast.success(isWanted ? messages.custom.newsOn : messages.custom.newsOff);
    } catch (error) {
      toast.error(messageOf(error, messages.custom.newsFailed));
    } finally {
      setSent(null);
    }
  }

  return (
    <>
      {!user.colleague && (
        <Checkbox
          checked={sent ?? user.hasCustomsNews ?? false}
          aria-busy={sent !== null}
          onChange={(isWanted) => {
            // One choice at a time. The checkbox isn't disabled, because it would lose the focus.
            if (sent === null) void choose(isWanted);
          }}
        >
          Sign up for updates to hear when custom requests open.
        </Checkbox>
      )}
      {user.hasCustomsNews && <DevicePushSetting />}
    </>
  );
}
