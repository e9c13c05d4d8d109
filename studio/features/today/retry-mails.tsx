import { todayCalls } from '#contract/studio/today.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';

interface RetryMailsProps {
  /** The e-mail to retry; if unset, all that failed. */
  readonly mail?: { readonly id: string; readonly recipient: string };
  readonly onDone: () => Promise<void>;
}

/** Retries failed e-mails at once. */
export function RetryMails({ mail, onDone }: RetryMailsProps) {
  const [isTrying, begin] = useBusy('The shop can’t be reached. Please try again.');

  const retry = () =>
    begin(async () => {
      const { message } = mail
        ? await request(todayCalls.retryMail, { params: { id: mail.id } })
        : await request(todayCalls.retryMails);
      toast.success(message);
      await onDone();
    });

  return (
    <Button
      variant="quiet"
      aria-busy={isTrying}
      aria-label={mail ? `Retry the e-mail to ${mail.recipient}` : 'Retry all failed e-mails'}
      onClick={() => void retry()}
    >
      {mail ? 'Retry' : 'Retry all'}
    </Button>
  );
}
