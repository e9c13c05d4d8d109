import { useState } from 'react';
import { type CommissionStatus, commissionStatuses } from '#contract/studio/commissions.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { statusNames } from './commission-status.tsx';
import type { LetterPartProps } from './reply-form.tsx';

const options = commissionStatuses.map((value) => ({ value, label: statusNames[value] }));

/** The status of a request, saved as soon as it is changed. Calls `onStale` if somebody else changed it meanwhile. */
export function RequestStatus({
  letter,
  onChanged,
  onStale,
}: LetterPartProps & { readonly onStale: () => void }) {
  /** The choice being sent. */
  const [sent, setSent] = useState<CommissionStatus | null>(null);

  async function choose(status: CommissionStatus): Promise<void> {
    setSent(status);
    const params = { id: letter._id };
    try {
      const body = { status, from: letter.status };
      onChanged(await request('moveRequest', { params, body }));
      toast.success('Saved');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') onStale();
      toast.error(messageOf(error, 'The shop can’t be reached. Nothing was changed.'));
    } finally {
      setSent(null);
    }
  }

  return (
    <Card
      title="Request status"
      text="Pictures are deleted a month after a request is closed, the rest a year after it was received."
    >
      <Select
        label="Status"
        options={options}
        value={sent ?? letter.status}
        onChange={(value) => {
          const status = commissionStatuses.find((known) => known === value);
          if (status && sent === null) void choose(status);
        }}
      />
    </Card>
  );
}
