import type { StaffDevice } from '#contract/studio/own-account.ts';
import { Button } from '#ui/button.tsx';
import { Badge } from './badge.tsx';
import { Instant } from './instant.tsx';
import { Table } from './table.tsx';

interface DeviceListProps {
  readonly devices: readonly StaffDevice[];
  /** While a sign-out is under way. */
  readonly isBusy: boolean;
  readonly onSignOut: (deviceId: string) => void;
}

/** Signed-in devices, each with a button to sign it out, except the one in use. */
export function DeviceList({ devices, isBusy, onSignOut }: DeviceListProps) {
  return (
    <Table label="Devices" columns={['Device', 'Signed in', 'Last seen', '']}>
      {devices.map(({ id, name, signedInAt, lastSeenAt, isThis }) => (
        <tr key={id}>
          <td data-label="Device">
            {name} {isThis && <Badge tone="good">This device</Badge>}
          </td>
          <td data-label="Signed in">
            <Instant at={signedInAt} />
          </td>
          <td data-label="Last seen">
            <Instant at={lastSeenAt} />
          </td>
          <td data-label="Actions">
            {isThis ? (
              '—'
            ) : (
              <Button variant="quiet" aria-disabled={isBusy} onClick={() => onSignOut(id)}>
                Sign out<span className="visually-hidden"> {name}</span>
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
