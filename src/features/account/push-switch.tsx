import { type ReactNode, useId } from 'react';
import type { PushStatus } from '#api/device-push.ts';
import { useDevicePush } from '#api/use-device-push.ts';
import { messages } from '#contract/messages/messages.ts';
import type { PushKind } from '#contract/shop/push-news.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { isPlainHttp, openOverHttps } from '#ui/plain-http.ts';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';

const whyNot: Readonly<Record<Exclude<PushStatus, 'on' | 'off'>, string>> = {
  blocked:
    'Your browser blocks notifications from this shop. Allow them in its settings for this site, then reload this page.',
  unsupported: isPlainHttp
    ? `Browsers show notifications over https alone, and this address isn’t. ${openOverHttps}`
    : 'This browser can’t show notifications. On an iPhone or iPad, add the shop to the Home Screen first.',
  unknown: 'The shop can’t be reached, so this setting isn’t available right now.',
};

interface PushSwitchProps {
  readonly kind: PushKind;
  /** Shown below while it is on, and when it can be turned on. */
  readonly note: { readonly on: string; readonly off: string };
  /** What it turns on. */
  readonly children: ReactNode;
}

/** The setting for one kind of notification on this device; off by default. */
export function PushSwitch({ kind, note, children }: PushSwitchProps) {
  const { status, isChanging, choose } = useDevicePush(kind);
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
    <>
      {status !== 'unsupported' && status !== 'unknown' && (
        <Switch
          isOn={(status === 'on') !== isChanging}
          aria-busy={isChanging || status === null}
          aria-describedby={noteId}
          onChange={(isWanted) => {
            if (status !== null) void change(isWanted);
          }}
        >
          {children}
        </Switch>
      )}
      <p id={noteId} className="note" role="status">
        {{ ...whyNot, ...note }[status ?? 'off']}
      </p>
    </>
  );
}
