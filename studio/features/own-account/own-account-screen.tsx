import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { NameCard } from './name-card.tsx';
import { OwnDevices } from './own-devices.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';

/** What staff members manage of their own accounts. */
export default function OwnAccountScreen() {
  return (
    <Page title="Your account">
      <div className={parts.parts}>
        <NameCard />
        <RecoveryCodesCard />
        <OwnDevices />
      </div>
    </Page>
  );
}
