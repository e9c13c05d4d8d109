import { AccountScreen } from '#features/account/account-screen.tsx';
import { BoughtFilesChoice } from '#features/orders/bought-files-choice.tsx';
import { PackList } from '#features/season-packs/pack-list.tsx';

export default function MyAccountPage() {
  return (
    <div className="page">
      <AccountScreen
        choices={
          <>
            <BoughtFilesChoice level={3} />
            <PackList level={3} />
          </>
        }
      />
    </div>
  );
}
