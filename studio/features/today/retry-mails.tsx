import { useState } from 'react';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';

interface RetryMailsProps {
  /** The e-mail to retry; if unset, all that failed. */
  readonly mail?: { readonly id: string; readonly recipient: string };
  readonly onDone: () => Promise<void>;
}

/** Retries failed e-mails at once. */
export function RetryMails({ mail, onDone }: RetryMailsProps) {
  const [isTrying, setTrying] = useState(false);

  async function retry(): Promise<void> {
    if (isTrying) return;
    setTrying(true);
    try {
      const { message } = mail
        ? await request('retryMail', { params: { id: mail.id } })
        : await request('retryMails');
      toast.success(message);
      await onDone();
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Please try again.'));
    }
    setTrying(false);
  }

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
