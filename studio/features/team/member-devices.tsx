import { type TeamMember, teamCalls } from '#contract/studio/team.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { DeviceList } from '../../ui/device-list.tsx';
import styles from '../../ui/form.module.css';
import { memberName } from './team-words.tsx';

interface MemberDevicesProps {
  readonly member: TeamMember;
  readonly onClose: () => void;
}

/** The signed-in devices of a colleague. */
export function MemberDevices({ member, onClose }: MemberDevicesProps) {
  const params = { accountId: member.id };
  const answer = useAnswer(teamCalls.memberDevices, { params });
  const [isBusy, begin] = useBusy('The shop can’t be reached. Please try again.');
  const name = memberName(member);

  const signOut = (deviceId: string | null) =>
    begin(async () => {
      answer.set(await request(teamCalls.signOutMember, { params, body: { deviceId } }));
      toast.success(deviceId === null ? `${name} is signed out.` : 'Signed out');
    });

  return (
    <Modal title={`${name}’s devices`} isOpen onClose={onClose}>
      <Answered of={answer}>
        {({ devices }) =>
          devices.length === 0 ? (
            <p>{name} isn’t signed in anywhere.</p>
          ) : (
            <div className={styles.form}>
              <DeviceList devices={devices} isBusy={isBusy} onSignOut={(id) => void signOut(id)} />
              {devices.some(({ isThis }) => !isThis) && (
                <div className="line-3">
                  <Button variant="paper" aria-disabled={isBusy} onClick={() => void signOut(null)}>
                    {member.isYou ? 'Sign out all other devices' : 'Sign out everywhere'}
                  </Button>
                </div>
              )}
            </div>
          )
        }
      </Answered>
    </Modal>
  );
}
