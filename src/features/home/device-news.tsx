import { useEffect, useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { messageOf } from '#contract/api-error.ts';
import type { PushDevice } from '#contract/custom-request.ts';
import { messages } from '#contract/messages.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { toast } from '#ui/toast.ts';
import { canBeTold, pushSubscription, subscribePush } from './device-push.ts';

const tell = (device?: PushDevice) =>
  shopClient.request('customsNews', { body: { isWanted: true, ...(device && { device }) } });

/** Whether this device says so too when customs open. Nothing where the browser can't be told. */
export function DeviceNews() {
  /** Null until it is known. */
  const [isOn, setOn] = useState<boolean | null>(null);
  const [isChanging, setChanging] = useState(false);

  useEffect(() => {
    if (!canBeTold()) return;
    pushSubscription().then(
      (found) => setOn(found !== null),
      () => {},
    );
  }, []);

  async function choose(isWanted: boolean): Promise<void> {
    setChanging(true);
    try {
      setOn(isWanted ? await tellHere() : await tellNoLonger());
    } catch (error) {
      toast.error(messageOf(error, messages.custom.newsFailed));
    } finally {
      setChanging(false);
    }
  }

  if (isOn === null) return null;
  return (
    <Checkbox
      checked={isOn !== isChanging}
      aria-busy={isChanging}
      onChange={(isWanted) => {
        if (!isChanging) void choose(isWanted);
      }}
    >
      Tell me on this device, too.
    </Checkbox>
  );
}

async function tellHere(): Promise<boolean> {
  const { pushKey } = await tell();
  const made = await subscribePush(pushKey);
  if (made === null) {
    toast.error('Your browser does not let us: allow notifications for this site first.');
    return false;
  }
  try {
    const { endpoint, keys } = made.toJSON();
    await tell({
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    });
    return true;
  } catch (error) {
    // What the shop doesn't know of would only look switched on.
    await made.unsubscribe();
    throw error;
  }
}

async function tellNoLonger(): Promise<boolean> {
  const known = await pushSubscription();
  if (known) {
    await tell({ endpoint: known.endpoint, keys: null });
    await known.unsubscribe();
  }
  return false;
}
