import { AccountOverview } from '#features/account/account-overview.tsx';

export default function MyAccountPage() {
  return (
    <div className="page">
      <AccountOverview />
    </div>
  );
}
