import { type StudioSettings, settingsCalls } from '#contract/studio/settings.ts';
import { request } from '../../api/studio-client.ts';
import { SettingCard } from './setting-card.tsx';

interface TimeZoneCardProps {
  readonly settings: StudioSettings;
  readonly onSaved: (settings: StudioSettings) => void;
  readonly reload: () => Promise<StudioSettings | null>;
}

/** Chooses the time zone in which the shop's days begin. */
export function TimeZoneCard({ settings, onSaved, reload }: TimeZoneCardProps) {
  const { timeZone } = settings;
  const names = new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <SettingCard
      title="Time zone"
      text="When a day begins: in the figures and CSV files of Today, and for the daily digest."
      label="Time zone of the shop"
      value={timeZone}
      options={[...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      save={(name, from) => request(settingsCalls.setTimeZone, { body: { from, timeZone: name } })}
      onSaved={onSaved}
      reload={reload}
    />
  );
}
