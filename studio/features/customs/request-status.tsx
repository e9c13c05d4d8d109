import { useState } from 'react';
import { messageOf } from '#contract/api-error.ts';
import { type DeskStatus, deskStatuses } from '#contract/studio-customs.ts';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { statusNames } from './desk-words.tsx';
import type { LetterPartProps } from './reply-form.tsx';

const options = deskStatuses.map((value) => ({ value, label: statusNames[value] }));

/** How the request stands, changed at once. */
export function RequestStatus({ letter, onChanged }: LetterPartProps) {
  /** What was chosen and is on its way. */
  const [sent, setSent] = useState<DeskStatus | null>(null);

  async function choose(status: DeskStatus): Promise<void> {
    setSent(status);
    try {
      const params = { id: letter._id };
      onChanged(await request('moveRequest', { params, body: { status } }));
      toast.success('Saved');
    } catch (error) {
      toast.error(messageOf(error, 'The shop cannot be reached. Nothing was changed.'));
    } finally {
      setSent(null);
    }
  }

  return (
    <Card
      title="How it stands"
      text="A month after a request is closed its pictures are deleted; the rest a year after it came."
    >
      <Select
        label="Status"
        options={options}
        value={sent ?? letter.status}
        onChange={(value) => {
          const status = deskStatuses.find((known) => known === value);
          if (status && sent === null) void choose(status);
        }}
      />
    </Card>
  );
}
