import { format } from 'date-fns/format';

/** The day of an instant in this device's time zone, such as `2026-11-26`. */
export function localDay(at: Date): string {
  return format(at, 'yyyy-MM-dd');
}
