import { useState } from 'react';
import { accountCalls } from '#contract/studio/account.ts';
import type { StaffRole } from '#contract/studio/call.ts';
import type { StudioProof } from '#contract/studio/own-account.ts';
import { type Team, type TeamMember, teamCalls } from '#contract/studio/team.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Menu } from '#ui/menu.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { studioSession } from '../../api/studio-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import type { Invited } from './invitation-link.tsx';
import { MemberDevices } from './member-devices.tsx';
import { Prove } from './prove.tsx';
import styles from './team.module.css';
import { MemberBadge, memberName } from './team-words.tsx';

interface MemberRowProps {
  readonly member: TeamMember;
  readonly onChanged: (team: Team) => void;
  readonly onStale: () => Promise<void>;
  readonly onInvited: (team: Team, invited: Invited) => void;
}

type Action = 'resend' | 'role' | 'devices' | 'remove';

/** One person of the team, with what can be done about them. */
export function MemberRow({ member, onChanged, onStale, onInvited }: MemberRowProps) {
  const [asked, setAsked] = useState<Action | null>(null);
  const name = memberName(member);
  const close = () => setAsked(null);
  const params = { accountId: member.id };

  async function resend(body: { readonly proof?: StudioProof }): Promise<void> {
    const { link, ...team } = await request(teamCalls.resendInvitation, { params, body });
    onInvited(team, { email: member.email, link });
  }

  async function resendAtOnce(): Promise<void> {
    try {
      await resend({});
    } catch (error) {
      toast.error(messageOf(error, 'No response. Check the list before trying again.'));
      await onStale();
    }
  }

  return (
    <tr>
      <td data-label="Name" data-free>
        <PersonName name={name} /> {member.isYou && <Badge tone="plain">You</Badge>}
        {member.name !== '' && (
          <small className={styles.email}>
            <PersonName name={member.email} />
          </small>
        )}
      </td>
      <td data-label="Role">{member.role === 'owner' ? 'Owner' : 'Editor'}</td>
      <td data-label="Status">
        <MemberBadge state={member.state} />
        <small className={styles.email}>Two-step {member.hasTwoStep ? 'on' : 'not set up'}</small>
        {member.state === 'waiting' && member.invitedUntil !== null && (
          <small className={styles.email}>
            until <Instant at={member.invitedUntil} />
          </small>
        )}
      </td>
      <td data-label="Last seen">
        {member.lastSeenAt === null ? 'Never' : <Instant at={member.lastSeenAt} />}
      </td>
      <td>
        <Menu
          label={`What to do about ${name}`}
          buttonLabel={`Actions for ${name}`}
          variant="quiet"
          className={styles.actions}
          options={optionsFor(member)}
          onSelect={(action) => {
            if (action === 'resend' && member.role !== 'owner') void resendAtOnce();
            else setAsked(action as Action);
          }}
        >
          Actions
        </Menu>
        {asked === 'resend' && (
          <Prove
            title={`Send ${name} a new link?`}
            action="Send a new link"
            onClose={close}
            onConfirm={(proof) => resend({ proof })}
          >
            <p>The link makes {name} an owner. The earlier one stops working.</p>
          </Prove>
        )}
        {asked === 'role' && (
          <ChangeRole member={member} onChanged={onChanged} onStale={onStale} onClose={close} />
        )}
        {asked === 'remove' && (
          <Remove member={member} onChanged={onChanged} onStale={onStale} onClose={close} />
        )}
        {asked === 'devices' && <MemberDevices member={member} onClose={close} />}
      </td>
    </tr>
  );
}

function optionsFor({ state, role }: TeamMember) {
  const other = role === 'owner' ? 'Make an editor…' : 'Make an owner…';
  const change = { value: 'role', label: other };
  if (state === 'active') {
    return [change, { value: 'devices', label: 'Devices…' }, { value: 'remove', label: 'Remove…' }];
  }
  return [
    { value: 'resend', label: 'Send a new link' },
    change,
    { value: 'remove', label: 'Withdraw…' },
  ];
}

interface AskProps extends Pick<MemberRowProps, 'member' | 'onChanged' | 'onStale'> {
  readonly onClose: () => void;
}

function ChangeRole({ member, onChanged, onStale, onClose }: AskProps) {
  const role: StaffRole = member.role === 'owner' ? 'editor' : 'owner';
  const name = memberName(member);
  return (
    <Prove
      title={`Make ${name} an ${role}?`}
      action={`Make an ${role}`}
      onClose={onClose}
      onConfirm={async (proof) => {
        try {
          const params = { accountId: member.id };
          onChanged(await request(teamCalls.changeRole, { params, body: { role, proof } }));
          if (member.isYou) studioSession.getState().open(await request(accountCalls.me));
          toast.success(`${name} is now an ${role}.`);
        } catch (error) {
          await onStale();
          throw error;
        }
      }}
    >
      <p>
        {role === 'owner'
          ? 'Owners may refund, change settings, export everything, and manage the team, including you. The other owners get an e-mail.'
          : 'Editors can’t refund, change settings, publish terms or licence texts, export, back up or manage the team. It counts at once, and the other owners get an e-mail.'}
      </p>
    </Prove>
  );
}

function Remove({ member, onChanged, onStale, onClose }: AskProps) {
  const name = memberName(member);
  const isMember = member.state === 'active';
  const Ask = member.role === 'owner' ? Prove : Confirm;
  return (
    <Ask
      title={isMember ? `Remove ${name}?` : `Withdraw ${name}’s invitation?`}
      action={isMember ? 'Remove' : 'Withdraw'}
      onClose={onClose}
      onConfirm={async (proof?: StudioProof) => {
        try {
          const params = { accountId: member.id };
          onChanged(await request(teamCalls.removeMember, { params, body: { proof } }));
          toast.success(isMember ? `${name} is removed.` : 'The invitation is withdrawn.');
          if (member.isYou) location.assign('/studio/');
        } catch (error) {
          await onStale();
          throw error;
        }
      }}
    >
      <p>
        {isMember
          ? 'All their devices are signed out at once. The activity log keeps their name. You can invite them again.'
          : 'The link stops working at once.'}
      </p>
    </Ask>
  );
}
