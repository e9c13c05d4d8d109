import { SortMenu } from '#features/catalogue/sort-menu.tsx';
import { LicenceScreen } from '#features/legal/licence-screen.tsx';

export default function LicencePage() {
  return (
    <LicenceScreen
      sortMenu={(sort, onChange) => (
        <SortMenu sort={sort} onChange={(chosen) => chosen && onChange(chosen)} />
      )}
    />
  );
}
