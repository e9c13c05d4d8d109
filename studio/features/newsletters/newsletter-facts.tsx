import { type Newsletter, newsletterCalls } from '#contract/studio/newsletters.ts';
import { grouped } from '#contract/wire/counted.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import parts from '../../ui/parts.module.css';
import type { NewsletterProps } from './newsletter-editor.tsx';
import { sendsAtText, stateLooks } from './newsletter-words.ts';
import { SendCard } from './send-card.tsx';

const stopReasons: Readonly<Record<NonNullable<Newsletter['stopReason']> | 'address', string>> = {
  staff: 'Somebody in the studio stopped it, or left it stopped.',
  refused:
    'It stopped by itself because mail servers refused too many of its mails. Today lists their words under the e-mails that failed.',
  coupon: 'It stopped by itself because its coupon ended or was used up.',
  address:
    'It stopped by itself because it must say who sends it, and no address is entered under Settings, Receipts.',
  restored:
    'It was stopped since an older backup of the shop was restored. It may have been sent since that backup, and readers who left since may be readers again. Send the rest only if you know that it wasn’t.',
};

/** The state and the figures of a newsletter that is planned or was begun, and what stops it or goes on with it. */
export function NewsletterFacts({ newsletter, audiences, onChanged, reload }: NewsletterProps) {
  const { state, sent, figures, audience, couponCode } = newsletter;
  const stopReason = state === 'stopped' ? (newsletter.stopReason ?? 'address') : null;
  const { left, waiting, refused, unsubscribed, orders } = figures;
  const counts = [
    ...(state === 'sent' ? [] : [['Still to be sent', left + waiting] as const]),
    ['Sent', sent],
    ['Refused by mail servers', refused],
    ['Ended their news since', unsubscribed],
    ...(couponCode === '' ? [] : [[`Orders with ${couponCode}`, orders] as const]),
  ] as const;
  return (
    <div className={parts.parts}>
      <Card title="Sending">
        <dl className={parts.facts}>
          <dt>Status</dt>
          <dd>
            <Badge tone={stateLooks[state].tone}>{stateLooks[state].text}</Badge>
          </dd>
          <dt>Begins</dt>
          <dd>{sendsAtText(newsletter)}, in the shop’s time zone</dd>
          <dt>Who gets it</dt>
          <dd>
            {audiences.find(({ value }) => value === audience)?.label ?? 'A category that is gone'}
          </dd>
          {counts.map(([name, count]) => [
            <dt key={`${name} name`}>{name}</dt>,
            <dd key={name}>{grouped(count)}</dd>,
          ])}
        </dl>
        {stopReason && <p>{stopReasons[stopReason]}</p>}
        {stopReason && stopReason !== 'staff' && (
          <LeaveStopped newsletter={newsletter} onChanged={onChanged} />
        )}
        {(state === 'planned' || state === 'sending') && (
          <StopNewsletter newsletter={newsletter} onChanged={onChanged} />
        )}
      </Card>
      {state === 'stopped' && left > 0 && (
        <SendCard
          newsletter={newsletter}
          readers={left}
          isDirty={false}
          onChanged={onChanged}
          reload={reload}
        />
      )}
    </div>
  );
}

/** Stops one, or leaves one that had stopped by itself when it was read. */
function stop({ id, version }: Newsletter): Promise<Newsletter> {
  const query = { version: String(version) };
  return request(newsletterCalls.stopNewsletter, { params: { id }, query });
}

/** Takes it off the list of what waits for staff. */
function LeaveStopped({
  newsletter,
  onChanged,
}: Pick<NewsletterProps, 'newsletter' | 'onChanged'>) {
  const [isSending, send] = useBusy('The shop can’t be reached. Nothing was changed.');
  const leave = () => send(async () => onChanged(await stop(newsletter)));
  return (
    <div>
      <Button variant="paper" aria-busy={isSending} onClick={() => void leave()}>
        Leave it at that
      </Button>
    </div>
  );
}

function StopNewsletter({
  newsletter,
  onChanged,
}: Pick<NewsletterProps, 'newsletter' | 'onChanged'>) {
  const isPlanned = newsletter.state === 'planned';
  const action = isPlanned ? 'Cancel the plan' : 'Stop sending';
  return (
    <div>
      <ConfirmButton
        label={action}
        variant="paper"
        title={`${action}?`}
        action={action}
        onConfirm={async () => {
          onChanged(await stop(newsletter));
          toast.success(isPlanned ? 'The plan is cancelled.' : 'Stopped.');
        }}
      >
        <p>
          {isPlanned
            ? 'You can change it and send it later.'
            : 'What was sent stays sent. You can send the rest later.'}
        </p>
      </ConfirmButton>
    </div>
  );
}
