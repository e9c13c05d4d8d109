import { Navigate } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { Answered } from '../ui/answered.tsx';
import { firstScreen } from './screens.ts';

/** Where a sign-in leads: in a shop without a brand to the settings, since all else builds on them. */
export function FirstScreen() {
  const settings = useAnswer('settings');
  return (
    <Answered of={settings}>
      {({ savedAt }) => <Navigate to={savedAt === null ? '/settings' : firstScreen} replace />}
    </Answered>
  );
}
