import { useRef, useState } from 'react';
import { notificationCalls } from '#contract/studio/notifications.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { toast } from '#ui/toast.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import form from '../../ui/form.module.css';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { DevicesCard } from './devices-card.tsx';
import { DigestCard } from './digest-card.tsx';
import { KindsTable } from './kinds-table.tsx';
import type { Save } from './save.ts';

/** A staff member's own notifications. */
export default function NotificationsScreen() {
  const own = useAnswer(notificationCalls.notifications);
  const sending = useRef({ count: 0, last: Promise.resolve() });
  const [isSaving, setSaving] = useState(false);

  const save: Save = (send, shown) => {
    if (own.answer && shown) own.set({ ...own.answer, ...shown });
    setSaving(true);
    sending.current.count += 1;
    const earlier = sending.current.last;
    const run = async () => {
      await earlier;
      try {
        const answer = await send();
        // An answer to an earlier choice doesn't have the later ones.
        if (answer && sending.current.count === 1) own.set(answer);
      } catch (error) {
        toast.error(messageOf(error, 'The shop can’t be reached. Nothing was changed.'));
        await own.reload();
      } finally {
        sending.current.count -= 1;
        if (sending.current.count === 0) setSaving(false);
      }
    };
    sending.current.last = run();
    return sending.current.last;
  };

  return (
    <Page
      title="Notifications"
      text="How you hear about the shop while the studio is closed. Changes are saved at once."
    >
      <Answered of={own}>
        {(notifications) => (
          <div className={parts.parts}>
            {notifications.devices.length === 0 && (
              <p className={form.notice}>
                None of your devices gets push notifications yet. Add one below, under “Devices”.
              </p>
            )}
            <KindsTable choices={notifications.choices} isSaving={isSaving} save={save} />
            <DevicesCard notifications={notifications} isSaving={isSaving} save={save} />
            <DigestCard digest={notifications.digest} save={save} />
          </div>
        )}
      </Answered>
    </Page>
  );
}
