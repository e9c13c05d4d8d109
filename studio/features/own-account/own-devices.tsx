import { ownAccountCalls } from '#contract/studio/own-account.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { DeviceList } from '../../ui/device-list.tsx';
import styles from '../../ui/form.module.css';

/** One's own signed-in devices. */
export function OwnDevices() {
  const answer = useAnswer(ownAccountCalls.devices);
  const [isBusy, begin] = useBusy('The shop can’t be reached. Please try again.');

  const signOut = (deviceId: string | null) =>
    begin(async () => {
      answer.set(await request(ownAccountCalls.signOutDevices, { body: { deviceId } }));
      toast.success(deviceId === null ? 'All other devices are signed out.' : 'Signed out');
    });

  return (
    <Card
      title="Your devices"
      text="Where you are signed in. A device signs out by itself after 12 hours without use, and after a week."
    >
      <Answered of={answer}>
        {({ devices }) => (
          <div className={styles.form}>
            <DeviceList devices={devices} isBusy={isBusy} onSignOut={(id) => void signOut(id)} />
            {devices.length > 1 && (
              <div className="line-3">
                <Button variant="paper" aria-disabled={isBusy} onClick={() => void signOut(null)}>
                  Sign out all other devices
                </Button>
              </div>
            )}
          </div>
        )}
      </Answered>
    </Card>
  );
}
