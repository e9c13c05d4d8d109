import { useEffect, useState } from 'react';
import { deviceName } from '#contract/studio/device-name.ts';
import type { StudioNotifications } from '#contract/studio/notifications.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { isPlainHttp } from '#ui/plain-http.ts';
import { toast } from '#ui/toast.ts';
import { addDevice, type DevicePush, devicePush, removeDevice } from '../../api/device-push.ts';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Table } from '../../ui/table.tsx';
import type { Save } from './save.ts';

interface DevicesCardProps {
  readonly notifications: StudioNotifications;
  readonly isSaving: boolean;
  readonly save: Save;
}

const cannot = {
  unsupported: isPlainHttp
    ? 'Browsers show notifications over https alone, and this address isn’t. Open the studio at an address that begins with https://. E-mails come either way.'
    : 'This browser can’t show notifications. On an iPhone or iPad, add the studio to the Home Screen and open it there. On a computer, use a current Chrome, Edge, Firefox or Safari.',
  blocked:
    'This browser blocks notifications from the studio. Press the icon next to the address, allow notifications, and reload this page. In the installed studio, allow them in the settings of the phone or computer. E-mails come either way.',
} as const;

/** What to do where the browser can't show pushes. */
export function PushHelp({ state }: Pick<DevicePush, 'state'>) {
  return state === 'ready' ? null : <p>{cannot[state]}</p>;
}

/** The devices that get pushes, and the button that adds this one. */
export function DevicesCard({ notifications, isSaving, save }: DevicesCardProps) {
  const { devices } = notifications;
  const [here, setHere] = useState<DevicePush | null>(null);
  useEffect(() => {
    // Asked again after each change, since the browser may have been asked for permission.
    if (devices) devicePush().then(setHere, () => setHere({ state: 'unsupported' }));
  }, [devices]);
  const endpoint = here?.state === 'ready' ? here.endpoint : null;
  const isHere = devices.some((device) => device.endpoint === endpoint);

  async function add(): Promise<StudioNotifications | null> {
    try {
      const added = await addDevice(notifications, deviceName(navigator.userAgent));
      if (added) toast.success('This device now gets notifications.');
      else toast.error('Your browser didn’t allow notifications, so nothing was changed.');
      return added;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      toast.error('Your browser couldn’t set up notifications. Please try again later.');
      return null;
    } finally {
      setHere(await devicePush());
    }
  }

  return (
    <Card
      title="Devices"
      text="Push notifications go to these devices, even while the studio is closed. Install the studio from your browser’s menu to see the number of open tasks on its icon."
    >
      {devices.length === 0 ? (
        <p>No device gets push notifications yet.</p>
      ) : (
        <Table label="Devices" columns={['Device', 'Added', '']}>
          {devices.map((device) => (
            <tr key={device.endpoint}>
              <td data-label="Device" data-free>
                {device.name}
                {device.endpoint === endpoint && ' (this device)'}
                {device.isGone && ': gets none until the studio is opened there again'}
              </td>
              <td data-label="Added">
                <Instant at={device.createdAt} />
              </td>
              <td>
                <Button
                  variant="quiet"
                  aria-label={`Remove ${device.name}`}
                  onClick={() => void save(() => removeDevice(device.endpoint))}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <div role="status">{here !== null && <PushHelp {...here} />}</div>
      {here?.state === 'ready' && !isHere && (
        <div>
          <Button aria-disabled={isSaving} aria-busy={isSaving} onClick={() => void save(add)}>
            Notify this device
          </Button>
        </div>
      )}
    </Card>
  );
}
