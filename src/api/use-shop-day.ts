import { dayIn, isTimeZone } from '#contract/wire/day-in.ts';
import { useShopSettings } from './use-shop-settings.ts';

/**
 * Tells the day of an instant in the shop's time zone, such as `2026-11-22`: for what the shop counts in days and
 * for documents. In this device's zone until the shop's is known.
 */
export function useShopDay(): (at: Date | string) => string {
  const timeZone = useShopSettings()?.timeZone ?? '';
  return (at) => dayIn(isTimeZone(timeZone) ? timeZone : undefined, at);
}
