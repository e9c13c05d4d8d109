import { Navigate } from 'react-router';
import { settingsCalls } from '#contract/studio/settings.ts';
import { useMayCall } from '../api/studio-session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Answered } from '../ui/answered.tsx';
import { firstScreen } from './screens.ts';

/** Where a sign-in leads: to the settings if the shop has no brand yet, because everything else depends on them. */
export default function FirstScreen() {
  const maySave = useMayCall(settingsCalls.saveSettings);
  const settings = useAnswer(settingsCalls.settings);
  if (!maySave) return <Navigate to={firstScreen} replace />;
  return (
    <Answered of={settings}>
      {({ savedAt }) => <Navigate to={savedAt === null ? '/settings' : firstScreen} replace />}
    </Answered>
  );
}
