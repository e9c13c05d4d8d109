import { AccountScreen } from '#features/account/account-screen.tsx';

export default function MyAccountPage() {
  return (
    <div className="page">
      <AccountScreen />
    </div>
  );
}
