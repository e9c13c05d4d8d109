import { priceHolds, type StudioSettings, settingsCalls } from '#contract/studio/settings.ts';
import { request } from '../../api/studio-client.ts';
import { SettingCard } from './setting-card.tsx';

interface PriceHoldCardProps {
  readonly settings: StudioSettings;
  readonly onSaved: (settings: StudioSettings) => void;
  readonly reload: () => Promise<StudioSettings | null>;
}

const labels: Readonly<Record<(typeof priceHolds)[number], string>> = {
  0: 'Not held',
  6: '6 hours',
  24: '24 hours',
  48: '2 days',
  168: '7 days',
};

const hoursOf = (value: string) => priceHolds.find((each) => String(each) === value) ?? 0;

/** Chooses for how long buyers can still pay a price that they saw. */
export function PriceHoldCard({ settings, onSaved, reload }: PriceHoldCardProps) {
  return (
    <SettingCard
      title="Price promise"
      text="When a price rises or a sale ends, buyers who already have the design in their cart can still pay the price they saw for this long."
      label="Hold prices for"
      value={String(settings.priceHoldHours)}
      options={priceHolds.map((hours) => ({ value: String(hours), label: labels[hours] }))}
      save={(value, from) =>
        request(settingsCalls.setPriceHold, {
          body: { from: hoursOf(from), priceHoldHours: hoursOf(value) },
        })
      }
      onSaved={onSaved}
      reload={reload}
    />
  );
}
