import {
  type MailTiming,
  mailTimings,
  type NotificationChoice,
  type NotificationKind,
  notificationCalls,
  notificationKinds,
  type StudioNotifications,
} from '#contract/studio/notifications.ts';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { request } from '../../api/studio-client.ts';
import { Table } from '../../ui/table.tsx';
import styles from './kinds-table.module.css';
import { kindWords, timingWords } from './notification-words.ts';
import type { Save } from './save.ts';

interface KindsTableProps {
  readonly choices: StudioNotifications['choices'];
  readonly isSaving: boolean;
  readonly save: Save;
}

const timings = mailTimings.map((value) => ({ value, label: timingWords[value] }));

/** The kinds of events, each with its choice of mail and push. */
export function KindsTable({ choices, isSaving, save }: KindsTableProps) {
  const choose = (kind: NotificationKind, changes: Partial<NotificationChoice>) => {
    const choice = { ...choices[kind], ...changes };
    const send = () => request(notificationCalls.chooseNotification, { body: { kind, ...choice } });
    return save(send, { choices: { ...choices, [kind]: choice } });
  };
  return (
    <Table label="What you’re notified about" columns={['Event', 'E-mail', 'Push']}>
      {notificationKinds.map((kind) => {
        const { name, note } = kindWords[kind];
        return (
          <tr key={kind}>
            <td data-label="Event">
              <strong>{name}</strong>
              <p className="note">{note}</p>
            </td>
            <td data-label="E-mail" className={styles.mail}>
              <Select
                className={styles.select}
                label={`E-mail: ${name}`}
                options={timings}
                value={choices[kind].mail}
                onChange={(mail) => void choose(kind, { mail: mail as MailTiming })}
              />
            </td>
            <td data-label="Push">
              <Switch
                isOn={choices[kind].isPushed}
                aria-busy={isSaving}
                aria-label={`Push: ${name}`}
                onChange={(isPushed) => void choose(kind, { isPushed })}
              >
                {choices[kind].isPushed ? 'On' : 'Off'}
              </Switch>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
