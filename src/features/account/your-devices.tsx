import { useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import { type AccountDevice, renameDeviceSchema } from '#contract/shop/device.ts';
import { limits } from '#contract/wire/limits.ts';
import { Button } from '#ui/button.tsx';
import { Modal, OverlayButton } from '#ui/overlay.tsx';
import { TextField } from '#ui/text-field.tsx';
import { timeAgo } from '#ui/time-ago.ts';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import styles from './account-form.module.css';
import { AccountPart, PartActions } from './account-part.tsx';
import rowStyles from './account-rows.module.css';
import { useRemoteList } from './use-remote-list.tsx';

type Devices = readonly AccountDevice[];

interface RenameFormProps {
  readonly device: AccountDevice;
  readonly onDone: (devices: Devices) => void;
}

function RenameForm({ device, onDone }: RenameFormProps) {
  const form = useForm({
    schema: renameDeviceSchema,
    initial: { name: device.name === device.system ? '' : device.name },
    failed: messages.profile.deviceFailed,
    async send(body) {
      const params = { id: device.id };
      const { devices } = await shopClient.request('renameDevice', { params, body });
      toast.success(messages.profile.deviceNamed);
      onDone(devices);
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.deviceNameMax}
        hint={`Such as “Laptop” or “Phone”. Without a name it is called ${device.system}.`}
        {...form.field('name')}
      />
      <Button {...form.button} isWide>
        {form.isSending ? 'Saving…' : 'Save name'}
      </Button>
    </form>
  );
}

interface DeviceRowProps {
  readonly device: AccountDevice;
  readonly isBusy: boolean;
  readonly onRename: () => void;
  readonly onSignOut: () => void;
}

function DeviceRow({ device, isBusy, onRename, onSignOut }: DeviceRowProps) {
  const { name, system, isThis, lastSeenAt } = device;
  const seen = isThis ? 'This device' : `Last seen ${timeAgo(lastSeenAt, Date.now())}`;
  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.words}>
        <strong>{name}</strong>
        <span className="note">{name === system ? seen : `${system}. ${seen}`}</span>
      </span>
      <span className={rowStyles.actions}>
        <OverlayButton variant="quiet" onClick={onRename}>
          Rename<span className="visually-hidden"> {name}</span>
        </OverlayButton>
        {!isThis && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={onSignOut}>
            Sign out<span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </span>
    </li>
  );
}

const askDevices = async () => (await shopClient.request('devices')).devices;

/** The devices that are signed in to the account, with their names. */
export function YourDevices() {
  const [renamed, setRenamed] = useState<AccountDevice | null>(null);
  const list = useRemoteList<AccountDevice>({
    ask: askDevices,
    unreached: 'The shop can’t be reached, so your devices can’t be listed right now.',
    failed: messages.profile.deviceFailed,
  });
  const { isBusy } = list;

  const signOut = (id: string | null) =>
    list.change(async () => {
      const answer = await (id === null
        ? shopClient.request('signOutOthers')
        : shopClient.request('signOutDevice', { params: { id } }));
      return answer.devices;
    }, messages.profile.deviceSignedOut);

  const known = list.items ?? [];
  return (
    <AccountPart id="devices" title="Your devices" paper="mint" isWide>
      <p>Where you are signed in. Your cart shows which device added a design.</p>
      {list.unlisted}
      <ul className={rowStyles.rows}>
        {known.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isBusy={isBusy}
            onRename={() => setRenamed(device)}
            onSignOut={() => void signOut(device.id)}
          />
        ))}
      </ul>
      {known.length > 1 && (
        <PartActions>
          <Button variant="paper" aria-disabled={isBusy} onClick={() => void signOut(null)}>
            Sign out all other devices
          </Button>
        </PartActions>
      )}
      <Modal isOpen={renamed !== null} title="Rename device" onClose={() => setRenamed(null)}>
        {renamed && (
          <RenameForm
            device={renamed}
            onDone={(now) => {
              list.show(now);
              setRenamed(null);
            }}
          />
        )}
      </Modal>
    </AccountPart>
  );
}
