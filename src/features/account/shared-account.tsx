import { useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { signOut } from '#api/sign-out.ts';
import { licenseTypeNames, type User } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
import { Button } from '#ui/button.tsx';
import { Modal, OverlayButton } from '#ui/overlay.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import styles from './account-form.module.css';
import { AccountPart, Fact, Facts, PartActions } from './account-part.tsx';

function LeaveForm({ owner }: { readonly owner: string }) {
  const navigate = useShopNavigate();
  const [isBusy, begin] = useBusy('You couldn’t leave the account. Try again when you are online.');

  const leave = () =>
    begin(async () => {
      await shopClient.request('leaveAccount');
      toast.success('You have left the account');
      await signOut('deleted');
      navigate(paths.home.path, { replace: true });
    });

  return (
    <div className={styles.form}>
      <p>
        You are signed out everywhere, and what this device stores of the account is deleted. Only a
        new invitation from {owner} lets you in again. The account and its orders stay.
      </p>
      <Button isWide aria-disabled={isBusy} onClick={() => void leave()}>
        {isBusy ? 'Leaving…' : 'Leave this account'}
      </Button>
    </div>
  );
}

/** For a colleague: whose account it is, and what only its owner can do. */
export function SharedAccount({ user }: { readonly user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  const owner = `${user.firstName} ${user.lastName}`;
  return (
    <AccountPart title="Shared account" paper="sunshine" isWide>
      <Facts>
        <Fact term="Owner">{owner}</Fact>
        <Fact term="Owner’s email">{user.email}</Fact>
        {user.billing?.company && <Fact term="Company">{user.billing.company}</Fact>}
        <Fact term="License type">{licenseTypeNames[user.licenseType]}</Fact>
      </Facts>
      <p>
        You share orders, downloads, licences, cart, wishlist and messages. Licences are in the name
        of {owner}, and e-mails about the account go there. Only {owner} can write reviews, choose
        e-mails, change licence and receipt details, invite and remove colleagues, download the data
        or delete the account.
      </p>
      <PartActions>
        <OverlayButton variant="quiet" onClick={() => setIsOpen(true)}>
          Leave this account
        </OverlayButton>
      </PartActions>
      <Modal isOpen={isOpen} title="Leave this account" onClose={() => setIsOpen(false)}>
        <LeaveForm owner={owner} />
      </Modal>
    </AccountPart>
  );
}
