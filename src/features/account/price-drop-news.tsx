import { AccountPart } from './account-part.tsx';
import { PushSwitch } from './push-switch.tsx';

const note = {
  on: 'At most once a day, with all price drops in one message. Designs you own are left out.',
  off: 'At most once a day, with all price drops in one message. Your browser will ask you first.',
} as const;

/** The setting for notifications on this device when a wishlisted design gets cheaper; off by default. */
export function PriceDropSetting() {
  return (
    <AccountPart id="price-drops" title="Price drops" paper="sky" isWide>
      <PushSwitch kind="priceDrops" note={note}>
        Notify me on this device when a design on my wishlist gets cheaper
      </PushSwitch>
    </AccountPart>
  );
}
