import { format } from 'date-fns/format';

/** An instant in the reader's time zone; the markup has the exact time. */
export function Instant({ at }: { readonly at: string }) {
  // Where space is short, it only breaks before the time of day.
  return <time dateTime={at}>{format(new Date(at), 'd\u00a0MMM\u00a0yyyy, HH:mm')}</time>;
}
