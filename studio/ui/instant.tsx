import { format } from 'date-fns/format';

/** A moment in the reader's own time; the exact instant is in the markup. */
export function Instant({ at }: { readonly at: string }) {
  // Where there is no room for a line, it breaks before the hour alone.
  return <time dateTime={at}>{format(new Date(at), 'd\u00a0MMM\u00a0yyyy, HH:mm')}</time>;
}
