import type { StudioSettings } from '#contract/studio/settings.ts';
import { request } from '../../api/studio-client.ts';
import { SettingCard } from './setting-card.tsx';

interface TimeZoneCardProps {
  readonly settings: StudioSettings;
  readonly onSaved: (settings: StudioSettings) => void;
}

/** Chooses the time zone in which the shop's days begin. */
export function TimeZoneCard({ settings: { timeZone }, onSaved }: TimeZoneCardProps) {
  const names = new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <SettingCard
      title="Time zone"
      text="When a day begins: in the figures and CSV files of Today, and for the daily digest."
      label="Time zone of the shop"
      value={timeZone}
      options={[...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      save={(name) => request('setTimeZone', { body: { timeZone: name } })}
      onSaved={onSaved}
    />
  );
}
