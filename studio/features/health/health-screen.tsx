import {
  type HealthCheck,
  type HealthState,
  healthCalls,
  type TryingOut,
} from '#contract/studio/health.ts';
import { counted } from '#contract/wire/counted.ts';
import { announce } from '#ui/announcer.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { Table } from '../../ui/table.tsx';
import { FailedMails } from '../today/failed-mails.tsx';

const states = {
  ok: { tone: 'good', label: 'OK' },
  practice: { tone: 'plain', label: 'Practice' },
  warning: { tone: 'wait', label: 'Warning' },
  fault: { tone: 'bad', label: 'Fault' },
} as const satisfies Readonly<Record<HealthState, object>>;

/** Checks that run when the screen opens, and what to do about what they find. */
export default function HealthScreen() {
  const health = useAnswer(healthCalls.healthCheck);
  const [isAsking, begin] = useBusy('The shop can’t be reached. Please try again.');
  const isChecking = isAsking || health.isLoading;

  async function checkAgain(): Promise<void> {
    if (health.isLoading) return;
    await begin(async () => {
      health.set(await request(healthCalls.healthCheck, { query: { run: 'whole' } }));
      announce('The checks are done.');
    });
  }

  return (
    <Page
      title="Health check"
      text="Everything the shop needs to work, checked just now. It takes up to ten seconds. The command npm run doctor prints the same."
      actions={
        <>
          <TestMail />
          <Button
            variant="paper"
            aria-disabled={isChecking}
            aria-busy={isChecking}
            onClick={() => void checkAgain()}
          >
            {isChecking ? 'Checking…' : 'Check again'}
          </Button>
        </>
      }
    >
      <Answered of={health}>
        {({ checks, tryingOut }) => (
          <div className={parts.parts}>
            <Summary checks={checks} tryingOut={tryingOut} />
            <Table label="Checks" columns={['Check', 'Status', 'Result']}>
              {checks.map((check) => (
                <Row key={check.id} check={check} />
              ))}
            </Table>
            {checks.some(({ id, state }) => id === 'failedMails' && state !== 'ok') && (
              <FailedMails onChange={health.reload} />
            )}
          </div>
        )}
      </Answered>
    </Page>
  );
}

function Row({ check }: { readonly check: HealthCheck }) {
  const { name, state, text, advice } = check;
  const { tone, label } = states[state];
  return (
    <tr>
      <td data-label="Check" data-whole>
        <strong>{name}</strong>
      </td>
      <td data-label="Status">
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td data-label="Result" data-free>
        <p>{text}</p>
        {advice !== null && <p className="note">{advice}</p>}
      </td>
    </tr>
  );
}

function TestMail() {
  const [isSending, begin] = useBusy('The shop can’t be reached. Please try again.');

  const send = () =>
    begin(async () => {
      toast.success((await request(healthCalls.sendTestMail)).message);
    });

  return (
    <Button variant="quiet" aria-busy={isSending} onClick={() => void send()}>
      {isSending ? 'Sending…' : 'Send me a test e-mail'}
    </Button>
  );
}

/** What needs attention, and what a shop that is tried out needs to open. */
function Summary({
  checks,
  tryingOut,
}: {
  readonly checks: readonly HealthCheck[];
  readonly tryingOut: TryingOut | null;
}) {
  const count = (wanted: HealthState) => checks.filter(({ state }) => state === wanted).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  const isSound = faults + warnings === 0;
  return (
    <>
      {!isSound && (
        <p>
          {counted(faults, 'fault')} and {counted(warnings, 'warning')} to look at.
        </p>
      )}
      {isSound && tryingOut === null && <p>Nothing needs your attention.</p>}
      {tryingOut !== null && (
        <div>
          <p>{tryingOut.text}</p>
          <ol>
            {tryingOut.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}
