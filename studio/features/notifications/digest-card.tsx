import { notificationCalls, type StudioNotifications } from '#contract/studio/notifications.ts';
import { Select } from '#ui/select.tsx';
import { request } from '../../api/studio-client.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { Card } from '../../ui/card.tsx';
import styles from './digest-card.module.css';
import type { Save } from './save.ts';

const hours = Array.from({ length: 24 }, (_, hour) => {
  const value = `${String(hour).padStart(2, '0')}:00`;
  return { value, label: value };
});

interface DigestCardProps {
  readonly digest: StudioNotifications['digest'];
  readonly save: Save;
}

/** The time of the daily digest, in the shop's time zone. */
export function DigestCard({ digest, save }: DigestCardProps) {
  const maySet = useMayCall(notificationCalls.setDigestTime);
  return (
    <Card
      title="Daily digest"
      text="One e-mail a day with everything that can wait; none on a day without news. The time is the same for everyone in the studio."
    >
      {maySet ? (
        <Select
          className={styles.time}
          label="Time of day"
          hint={`Time zone: ${digest.timeZone}. It’s set under “Settings”.`}
          options={hours}
          value={digest.time}
          onChange={(time) =>
            void save(() => request(notificationCalls.setDigestTime, { body: { time } }))
          }
        />
      ) : (
        <p>
          It is sent at {digest.time}, {digest.timeZone} time. Only owners can change that.
        </p>
      )}
    </Card>
  );
}
