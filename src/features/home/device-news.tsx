import { useDevicePush } from '#api/use-device-push.ts';
import { messages } from '#contract/messages/messages.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { toast } from '#ui/toast.ts';

/** The setting to be notified on this device too when the studio accepts custom requests again. Renders nothing if the device can't. */
export function DevicePushSetting() {
  const { status, isChanging, choose } = useDevicePush('customs');

  async function change(isWanted: boolean): Promise<void> {
    try {
      if (isWanted && (await choose(true)) !== 'on') {
        toast.error(
          'Your browser blocks notifications from this shop. Allow them in its settings for this site first.',
        );
      }
      if (!isWanted) await choose(false);
    } catch (error) {
      toast.error(messageOf(error, messages.custom.newsFailed));
    }
  }

  if (status !== 'on' && status !== 'off') return null;
  return (
    <Checkbox
      checked={(status === 'on') !== isChanging}
      aria-busy={isChanging}
      onChange={(isWanted) => void change(isWanted)}
    >
      Notify me on this device, too.
    </Checkbox>
  );
}
