import { OwnRequestsScreen } from '#features/commissions/own-requests-screen.tsx';

export default function MyRequestsPage() {
  return (
    <div className="page">
      <OwnRequestsScreen />
    </div>
  );
}
