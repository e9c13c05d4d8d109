import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The studio's identity; the first screen of a shop that hasn't been set up. */
export default function SettingsScreen() {
  const settings = useAnswer('settings');
  const isNew = settings.answer?.savedAt === null;

  return (
    <Page
      title="Settings"
      text={
        isNew
          ? 'Welcome! First, set up your shop details.'
          : 'Your details, as the shop shows them.'
      }
    >
      <Answered of={settings}>
        {(answer) => (
          <SettingsForm settings={answer} onSaved={settings.set} onStale={settings.reload} />
        )}
      </Answered>
    </Page>
  );
}
