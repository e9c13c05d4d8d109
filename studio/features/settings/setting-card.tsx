import { useState } from 'react';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { Card } from '../../ui/card.tsx';

interface SettingCardProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly save: (value: string) => Promise<StudioSettings>;
  readonly onSaved: (settings: StudioSettings) => void;
}

/** A setting that is chosen from a list and saved at once. */
export function SettingCard(props: SettingCardProps) {
  const { title, text, label, value, options, save, onSaved } = props;
  const [chosen, setChosen] = useState<string | null>(null);

  async function choose(next: string): Promise<void> {
    setChosen(next);
    try {
      onSaved(await save(next));
      toast.success(`${title} saved.`);
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Please try again.'));
    }
    setChosen(null);
  }

  return (
    <Card title={title} text={text}>
      <Select
        label={label}
        value={chosen ?? value}
        options={options}
        onChange={(next) => void choose(next)}
      />
    </Card>
  );
}
