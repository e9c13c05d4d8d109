import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';

/** `22 Nov 2026`. */
export function dayName(day: string): string {
  return format(parseISO(day), 'd MMM yyyy');
}
