import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Who the studio is; the first screen of a shop that nobody has set up yet. */
export default function SettingsScreen() {
  const settings = useAnswer('settings');
  const [round, setRound] = useState(0);
  const isNew = settings.answer?.savedAt === null;

  async function showSaved(): Promise<void> {
    await settings.reload();
    setRound(round + 1);
  }

  return (
    <Page
      title="Settings"
      text={
        isNew
          ? 'Welcome! Before anything else, tell the shop who you are.'
          : 'Who you are, as the shop shows it.'
      }
    >
      <Answered of={settings}>
        {(answer) => (
          <SettingsForm
            key={round}
            settings={answer}
            onSaved={settings.set}
            onShowSaved={() => void showSaved()}
          />
        )}
      </Answered>
    </Page>
  );
}
