import { useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import type { User } from '#contract/shop/account.ts';
import {
  type Colleague,
  invitationDays,
  inviteColleagueSchema,
  maxColleagues,
} from '#contract/shop/colleagues.ts';
import { Button } from '#ui/button.tsx';
import { Modal, OverlayButton } from '#ui/overlay.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { timeAgo } from '#ui/time-ago.ts';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import styles from './account-form.module.css';
import { AccountPart, PartActions } from './account-part.tsx';
import rowStyles from './account-rows.module.css';
import { useRemoteList } from './use-remote-list.tsx';

const failed = 'Your colleagues couldn’t be changed. Try again when you are online.';

interface InviteFormProps {
  /** Whom to invite again; empty: somebody new. */
  readonly email: string;
  readonly onDone: (colleagues: readonly Colleague[]) => void;
}

function InviteForm({ email, onDone }: InviteFormProps) {
  const form = useForm({
    schema: inviteColleagueSchema,
    initial: { email, password: '' },
    failed,
    async send(body) {
      const { colleagues } = await shopClient.request('inviteColleague', { body });
      toast.success(`Invitation sent to ${body.email.trim()}`);
      onDone(colleagues);
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <TextField
        label="Their email"
        type="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        {...form.field('email')}
      />
      <PasswordField
        label="Your password"
        required
        autoComplete="current-password"
        {...form.field('password')}
      />
      <p className="note">
        They get a link that works for {invitationDays} days, and choose a password of their own.
        They’ll see your orders and can buy for you.
      </p>
      <Button {...form.button} isWide>
        {form.isSending ? 'Sending…' : 'Send invitation'}
      </Button>
    </form>
  );
}

function nameOf({ firstName, lastName, email, state }: Colleague): string {
  return state === 'joined' ? `${firstName} ${lastName}` : email;
}

function stateOf({ state, since, email }: Colleague): string {
  const ago = timeAgo(since, Date.now());
  if (state === 'joined') return `${email}. Joined ${ago}`;
  return state === 'invited' ? `Invited ${ago}` : 'The invitation has expired';
}

interface ColleagueRowProps {
  readonly colleague: Colleague;
  readonly onInvite: () => void;
  readonly onRemove: () => void;
}

function ColleagueRow({ colleague, onInvite, onRemove }: ColleagueRowProps) {
  const name = nameOf(colleague);
  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.words}>
        <strong>{name}</strong>
        <span className="note">{stateOf(colleague)}</span>
      </span>
      <span className={rowStyles.actions}>
        {colleague.state !== 'joined' && (
          <OverlayButton variant="quiet" onClick={onInvite}>
            Send again<span className="visually-hidden"> to {name}</span>
          </OverlayButton>
        )}
        <OverlayButton variant="quiet" onClick={onRemove}>
          Remove<span className="visually-hidden"> {name}</span>
        </OverlayButton>
      </span>
    </li>
  );
}

const askColleagues = async () => (await shopClient.request('colleagues')).colleagues;

/** With whom the owner shares the account, and who is invited to. */
export function YourColleagues({ user }: { readonly user: User }) {
  /** The e-mail in the open form of an invitation. */
  const [invited, setInvited] = useState<string | null>(null);
  const [removed, setRemoved] = useState<Colleague | null>(null);
  const list = useRemoteList<Colleague>({
    ask: askColleagues,
    unreached: 'The shop can’t be reached, so your colleagues can’t be listed right now.',
    failed,
  });
  const known = list.items ?? [];

  const remove = async ({ id }: Colleague) => {
    await list.change(
      async () => (await shopClient.request('removeColleague', { params: { id } })).colleagues,
      'Removed',
    );
    setRemoved(null);
  };

  return (
    <AccountPart id="colleagues" title="Colleagues" paper="blush" isWide>
      <p>
        Share this account with up to {maxColleagues} people you work with. Each signs in with an
        e-mail and a password of their own. Licences stay in your name.
      </p>
      {list.unlisted}
      <ul className={rowStyles.rows}>
        {known.map((colleague) => (
          <ColleagueRow
            key={colleague.id}
            colleague={colleague}
            onInvite={() => setInvited(colleague.email)}
            onRemove={() => setRemoved(colleague)}
          />
        ))}
      </ul>
      {user.status !== 'approved' && (
        <p className="note">You can invite somebody once we’ve approved your account.</p>
      )}
      {user.status === 'approved' && known.length < maxColleagues && (
        <PartActions>
          <OverlayButton variant="paper" onClick={() => setInvited('')}>
            Invite a colleague
          </OverlayButton>
        </PartActions>
      )}
      <Modal isOpen={invited !== null} title="Invite a colleague" onClose={() => setInvited(null)}>
        <InviteForm
          email={invited ?? ''}
          onDone={(colleagues) => {
            list.show(colleagues);
            setInvited(null);
          }}
        />
      </Modal>
      <Modal isOpen={removed !== null} title="Remove colleague" onClose={() => setRemoved(null)}>
        {removed && (
          <div className={styles.form}>
            <p>
              {removed.state === 'joined'
                ? `${nameOf(removed)} is signed out everywhere at once, and can no longer sign in. What the shop’s app stores on their device is deleted when it next reaches the shop; files saved elsewhere stay. Orders stay.`
                : `The invitation to ${removed.email} stops working.`}
            </p>
            <Button isWide aria-disabled={list.isBusy} onClick={() => void remove(removed)}>
              {list.isBusy ? 'Removing…' : 'Remove'}
            </Button>
          </div>
        )}
      </Modal>
    </AccountPart>
  );
}
