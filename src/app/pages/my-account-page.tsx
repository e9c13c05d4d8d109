import { AccountScreen } from '#features/account/account-screen.tsx';
import { BoughtFilesChoice } from '#features/orders/bought-files-choice.tsx';

export default function MyAccountPage() {
  return (
    <div className="page">
      <AccountScreen boughtFiles={<BoughtFilesChoice level={3} />} />
    </div>
  );
}
