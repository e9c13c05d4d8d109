import { useState } from 'react';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';

interface TimeZoneCardProps {
  readonly settings: StudioSettings;
  readonly onSaved: (settings: StudioSettings) => void;
}

/** Chooses the time zone in which the shop's days begin; saved at once. */
export function TimeZoneCard({ settings: { timeZone }, onSaved }: TimeZoneCardProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const names = new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]);

  async function choose(name: string): Promise<void> {
    setChosen(name);
    try {
      onSaved(await request('setTimeZone', { body: { timeZone: name } }));
      toast.success('Time zone saved.');
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Please try again.'));
    }
    setChosen(null);
  }

  return (
    <Card
      title="Time zone"
      text="When a day begins: in the figures and CSV files of Today, and for the daily digest."
    >
      <Select
        label="Time zone of the shop"
        value={chosen ?? timeZone}
        options={[...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        onChange={(name) => void choose(name)}
      />
    </Card>
  );
}
