import { useState } from 'react';
import { commissionCalls } from '#contract/studio/commissions.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { counted } from '#contract/wire/counted.ts';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CommissionRulesForm } from './commission-rules.tsx';

/** Opens and closes the studio for custom requests; every open shop follows within a second. */
export function CommissionsSwitch() {
  const state = useAnswer(commissionCalls.customsState);
  /** The choice being sent. */
  const [sent, setSent] = useState<boolean | null>(null);

  async function choose(isOpen: boolean): Promise<void> {
    setSent(isOpen);
    try {
      const body = { status: isOpen ? 'On' : 'Off' } as const;
      const answer = await request(commissionCalls.setCustomsState, { body });
      state.set(answer);
      toast.success(
        isOpen
          ? `Custom requests are open. ${counted(answer.listeners, 'buyer')} will be notified.`
          : 'Custom requests are closed.',
      );
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Nothing was changed.'));
      // Somebody else may have switched it first.
      await state.reload();
    } finally {
      setSent(null);
    }
  }

  return (
    <Answered of={state}>
      {(answer) => {
        const { status, updatedAt, listeners } = answer;
        return (
          <>
            <Card
              title={status === 'On' ? 'Custom requests are open' : 'Custom requests are closed'}
              text={`${counted(listeners, 'buyer')} asked for updates. They’re notified once each time you open.`}
            >
              <Switch
                isOn={sent ?? status === 'On'}
                aria-busy={sent !== null}
                onChange={(isOpen) => {
                  // One choice at a time. The switch isn't disabled, because it would lose the focus.
                  if (sent === null) void choose(isOpen);
                }}
              >
                Take custom requests
              </Switch>
              {Date.parse(updatedAt) > 0 && (
                <p>
                  Since <Instant at={updatedAt} />
                </p>
              )}
            </Card>
            <CommissionRulesForm state={answer} onChanged={state.set} reload={state.fetchLatest} />
          </>
        );
      }}
    </Answered>
  );
}
