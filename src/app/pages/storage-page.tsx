import { useSession } from '#api/use-session.ts';
import { AppStorage } from '#features/account/app-storage.tsx';
import { BoughtFilesChoice } from '#features/orders/bought-files-choice.tsx';
import { PackList } from '#features/season-packs/pack-list.tsx';

export default function StoragePage() {
  const accountId = useSession(({ user }) => user?._id ?? null);
  return (
    <div className="page">
      <AppStorage
        key={accountId}
        accountId={accountId}
        level={1}
        choices={
          <>
            {accountId !== null && <BoughtFilesChoice level={2} />}
            <PackList level={2} />
          </>
        }
      />
    </div>
  );
}
