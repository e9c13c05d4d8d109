import { TermsScreen } from '#features/legal/terms-screen.tsx';

export default function TermsPage() {
  return <TermsScreen />;
}
