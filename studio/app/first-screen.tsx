import { Navigate } from 'react-router';
import { useMayCall } from '../api/studio-session.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Answered } from '../ui/answered.tsx';
import { firstScreen } from './screens.ts';

/** Where a sign-in leads: to the settings if the shop has no brand yet, because everything else depends on them. */
export function FirstScreen() {
  const maySave = useMayCall('saveSettings');
  const settings = useAnswer('settings');
  if (!maySave) return <Navigate to={firstScreen} replace />;
  return (
    <Answered of={settings}>
      {({ savedAt }) => <Navigate to={savedAt === null ? '/settings' : firstScreen} replace />}
    </Answered>
  );
}
