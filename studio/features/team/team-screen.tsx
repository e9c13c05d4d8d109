import { useState } from 'react';
import { type Team, teamCalls } from '#contract/studio/team.ts';
import { Button } from '#ui/button.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { Table } from '../../ui/table.tsx';
import { InvitationLink, type Invited } from './invitation-link.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberRow } from './member-row.tsx';
import { ResetRequests } from './reset-requests.tsx';

/** While a colleague waits for a confirmation, and otherwise. */
const pollMs = ({ resets }: Team) => (resets.length > 0 ? 15_000 : 60_000);

/** The people of the studio: for owners only. */
export default function TeamScreen() {
  const team = useAnswer(teamCalls.team, { pollMs });
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<Invited | null>(null);

  function showLink({ members, resets }: Team, link: Invited): void {
    team.set({ members, resets });
    setInviting(false);
    setInvited(link);
  }

  return (
    <Page
      title="Team"
      text="Owners may do everything. Editors may do everything except refunds, settings, terms, licence texts, exports, backups and the team."
      actions={<Button onClick={() => setInviting(true)}>Invite somebody</Button>}
    >
      <Answered of={team} isList>
        {({ members, resets }) => (
          <div className={parts.parts}>
            <ResetRequests resets={resets} onChanged={team.set} onStale={team.reload} />
            <Table label="Team" columns={['Name', 'Role', 'Status', 'Last seen', '']}>
              {members.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  onChanged={team.set}
                  onStale={team.reload}
                  onInvited={showLink}
                />
              ))}
            </Table>
          </div>
        )}
      </Answered>
      {isInviting && <InviteForm onInvited={showLink} onClose={() => setInviting(false)} />}
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
    </Page>
  );
}
