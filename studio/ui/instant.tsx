import { format } from 'date-fns/format';

/** A moment in the reader's own time; the exact instant is in the markup. */
export function Instant({ at }: { readonly at: string }) {
  return <time dateTime={at}>{format(new Date(at), 'd MMM yyyy, HH:mm')}</time>;
}
