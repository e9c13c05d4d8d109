import { useRef, useState } from 'react';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { Card } from '../../ui/card.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import { useSharedValue } from '../../ui/use-shared-value.ts';

interface SettingCardProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** `from` is the value that was shown. */
  readonly save: (value: string, from: string) => Promise<StudioSettings>;
  readonly onSaved: (settings: StudioSettings) => void;
  readonly reload: () => Promise<StudioSettings | null>;
}

/** A setting that is chosen from a list and saved at once. */
export function SettingCard(props: SettingCardProps) {
  const { title, text, label, value, options, save, onSaved, reload } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const last = useRef(value);
  const shared = useSharedValue({
    name: label,
    saved: value,
    textOf: (each) => options.find((option) => option.value === each)?.label ?? each,
    async save(next, from) {
      onSaved(await save(next, from));
      // Of several choices in a row, one toast.
      toast.success(`${title} saved.`, { id: title });
    },
    reload,
    onError: showError,
  });

  function showError(error: unknown): void {
    toast.error(messageOf(error, 'The shop can’t be reached. Please try again.'));
  }

  /** Arrow keys choose again and again: one choice is sent at a time, then the last of those made meanwhile. */
  async function choose(next: string): Promise<void> {
    setChosen(next);
    last.current = next;
    if (chosen !== null) return;
    shared.dismiss();
    shared.open();
    try {
      let sent = value;
      while (last.current !== sent) {
        sent = last.current;
        if (!(await shared.send(sent))) break;
      }
    } catch (error) {
      showError(error);
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
      {shared.conflicts && <Conflicts {...shared.conflicts} />}
    </Card>
  );
}
