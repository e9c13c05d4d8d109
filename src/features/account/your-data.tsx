import { useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { signOut } from '#api/sign-out.ts';
import { messages } from '#contract/messages/messages.ts';
import { deleteAccountSchema } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { localDay } from '#ui/local-day.ts';
import { Modal, OverlayButton } from '#ui/overlay.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { saveBlob } from '#ui/save-blob.ts';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { useForm } from '#ui/use-form.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import styles from './account-form.module.css';
import { AccountPart, PartActions } from './account-part.tsx';

function DeleteForm() {
  const navigate = useShopNavigate();
  const form = useForm({
    schema: deleteAccountSchema,
    initial: { password: '' },
    failed: messages.profile.deleteFailed,
    async send(body) {
      await shopClient.request('deleteAccount', { body });
      toast.success(messages.profile.deleted);
      await signOut('deleted');
      navigate(paths.home.path, { replace: true });
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <p>
        Your profile, cart, reviews and downloads are deleted at once, on every device. We keep your
        orders, without your name, for our records. This can’t be undone.
      </p>
      <PasswordField
        label="Password"
        required
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Button {...form.button} isWide>
        {form.isSending ? 'Deleting…' : 'Delete my account'}
      </Button>
    </form>
  );
}

function DownloadData() {
  const [isBusy, begin] = useBusy(messages.profile.dataFailed);

  const download = () =>
    begin(async () => {
      const data = await shopClient.request('myData');
      const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveBlob(json, `my-data-${localDay(new Date(data.takenAt))}.json`);
    });

  return (
    <Button
      variant="paper"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void download()}
    >
      <Icon name="download" size={20} />
      Download my data
    </Button>
  );
}

/** Lets the buyer export what the shop stores about them, and delete the account. */
export function YourData() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AccountPart title="Your data" paper="blush" isWide>
      <p>
        Download everything we store about you: profile, orders, cart, devices, sign-ins and
        e-mails. Or delete your account.
      </p>
      <PartActions>
        <DownloadData />
        <OverlayButton variant="quiet" onClick={() => setIsOpen(true)}>
          <Icon name="trash" size={20} />
          Delete my account
        </OverlayButton>
      </PartActions>
      <Modal isOpen={isOpen} title="Delete my account" onClose={() => setIsOpen(false)}>
        <DeleteForm />
      </Modal>
    </AccountPart>
  );
}
