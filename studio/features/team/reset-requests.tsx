import type { StaffReset, Team } from '#contract/studio/team.ts';
import { teamCalls } from '#contract/studio/team.ts';
import { teamMessages } from '#contract/studio/team-messages.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import parts from '../../ui/parts.module.css';
import { PersonName } from '../../ui/person-name.tsx';
import { memberName } from './team-words.tsx';

interface ResetRequestsProps {
  readonly resets: readonly StaffReset[];
  readonly onChanged: (team: Team) => void;
  readonly onStale: () => Promise<void>;
}

/** Colleagues who forgot their password and ask an owner to confirm that it's them. */
export function ResetRequests({ resets, ...rest }: ResetRequestsProps) {
  return resets.map((reset) => <Request key={reset.id} reset={reset} {...rest} />);
}

interface RequestProps extends Omit<ResetRequestsProps, 'resets'> {
  readonly reset: StaffReset;
}

function Request({ reset, onChanged, onStale }: RequestProps) {
  const name = memberName(reset);

  async function decide(decision: 'confirmReset' | 'refuseReset', done: string): Promise<void> {
    try {
      onChanged(await request(teamCalls[decision], { params: { resetId: reset.id } }));
      toast.success(done);
    } catch (error) {
      await onStale();
      throw error;
    }
  }

  return (
    <Card title={`${name} requested a new password`}>
      <dl className={parts.facts}>
        <dt>E-mail</dt>
        <dd>
          <PersonName name={reset.email} />
        </dd>
        <dt>Requested</dt>
        <dd>
          <Instant at={reset.askedAt} />
        </dd>
        <dt>Device</dt>
        <dd>{reset.device}</dd>
        <dt>Network</dt>
        <dd>{reset.address}</dd>
        <dt>Link expires</dt>
        <dd>
          <Instant at={reset.expiresAt} />
        </dd>
      </dl>
      {reset.isYou ? (
        <p>{teamMessages.ownReset}</p>
      ) : (
        <div className="line-3">
          <ConfirmButton
            label="Confirm…"
            variant="primary"
            title={`Is it really ${name}?`}
            action="Confirm"
            onConfirm={() => decide('confirmReset', `${name} can now set a new password.`)}
          >
            <p>
              Ask them in person or on the phone first. Anyone who can read their e-mail could have
              sent this, and your confirmation replaces their code.
            </p>
          </ConfirmButton>
          <ConfirmButton
            label="Refuse…"
            title="Refuse this request?"
            action="Refuse"
            onConfirm={() => decide('refuseReset', 'Refused. The link no longer works.')}
          >
            <p>The link stops working, and the password stays as it is.</p>
          </ConfirmButton>
        </div>
      )}
    </Card>
  );
}
