import { useSession } from '#api/use-session.ts';
import { AppStorage } from '#features/account/app-storage.tsx';
import { BoughtFilesChoice } from '#features/orders/bought-files-choice.tsx';

export default function StoragePage() {
  const accountId = useSession(({ user }) => user?._id ?? null);
  return (
    <div className="page">
      <AppStorage
        key={accountId}
        accountId={accountId}
        level={1}
        boughtFiles={accountId !== null && <BoughtFilesChoice level={2} />}
      />
    </div>
  );
}
