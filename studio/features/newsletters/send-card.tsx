import { useState } from 'react';
import { Link } from 'react-router';
import {
  type Newsletter,
  newsletterCalls,
  newsletterMessages,
  newsletterRefusals,
} from '#contract/studio/newsletters.ts';
import { sellerCalls } from '#contract/studio/seller.ts';
import { settingsCalls } from '#contract/studio/settings.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { lastMoment } from '../../ui/local-moment.ts';
import { readersText, sendsAtText } from './newsletter-words.ts';

interface SendCardProps {
  readonly newsletter: Newsletter;
  /** How many would get it; null: not known yet. */
  readonly readers: number | null;
  /** What is typed isn't saved yet. */
  readonly isDirty: boolean;
  readonly onChanged: (newsletter: Newsletter) => void;
  readonly reload: () => Promise<Newsletter | null>;
}

/** Sends a draft, or the rest of a stopped newsletter, now or at a time. */
export function SendCard({ newsletter, readers, isDirty, onChanged, reload }: SendCardProps) {
  const { id, state } = newsletter;
  const [moment, setMoment] = useState('');
  const [error, setError] = useState<string>();
  /** What is being confirmed: the version that was shown, and a time; empty: now. */
  const [asked, setAsked] = useState<{ readonly version: number; readonly at: string } | null>(
    null,
  );
  const { answer: settings } = useAnswer(settingsCalls.settings);
  const { answer: seller } = useAnswer(sellerCalls.seller);
  const isRest = state === 'stopped';
  const many = readers === null ? 'its readers' : readersText(readers);

  async function send({ version, at }: NonNullable<typeof asked>): Promise<void> {
    try {
      const body = { version, at: at || null };
      const sent = await request(newsletterCalls.sendNewsletter, { params: { id }, body });
      onChanged(sent);
      toast.success(at === '' ? 'It is being sent.' : `It will be sent on ${sendsAtText(sent)}.`);
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'CHANGED_MEANWHILE') {
        const newer = await reload();
        if (newer) setAsked({ version: newer.version, at });
      }
      throw problem;
    }
  }

  function askFor(at: string): void {
    setError(undefined);
    setAsked({ version: newsletter.version, at });
  }

  const title = isRest ? 'Send the rest' : 'Send';
  if (seller?.address === '') {
    return (
      <Card title={title}>
        <p>
          {newsletterRefusals.noAddress} <Link to="/settings">Open the settings</Link>
        </p>
      </Card>
    );
  }
  return (
    <Card
      title={title}
      text={
        isDirty
          ? 'Save it first.'
          : `To ${many}, ten every half minute. Nobody gets it twice, and those who end their news meanwhile don’t get it.`
      }
    >
      <LeaveGuard isDirty={moment !== ''} />
      <div>
        <Button disabled={isDirty} onClick={() => askFor('')}>
          Send now
        </Button>
      </div>
      <TextField
        label="Send at"
        type="datetime-local"
        max={lastMoment}
        hint={`In the shop’s time zone${settings ? ` (${settings.timeZone.replaceAll('_', ' ')})` : ''}.`}
        value={moment}
        error={error}
        onChange={(typed) => {
          setMoment(typed);
          setError(undefined);
        }}
      />
      <div>
        <Button
          variant="paper"
          disabled={isDirty}
          onClick={() => (moment === '' ? setError(newsletterMessages.at) : askFor(moment))}
        >
          Plan
        </Button>
      </div>
      {asked !== null && (
        <Confirm
          title={`Send it to ${many}?`}
          action={asked.at === '' ? 'Send now' : 'Plan it'}
          onConfirm={() => send(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            {asked.at === ''
              ? 'It begins at once. What is sent can’t be taken back.'
              : `It begins on ${sendsAtText({ sendsAt: asked.at })}, with the readers of that moment.`}
          </p>
        </Confirm>
      )}
    </Card>
  );
}
