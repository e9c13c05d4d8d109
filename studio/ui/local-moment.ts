import { format } from 'date-fns/format';

/** Instants as datetime-local fields have them: in the reader's time zone, empty for none. */

/** The last minute that fields and the contract accept. */
export const lastMoment = '9999-12-31T23:59';

export function momentFrom(instant: string | null | undefined): string {
  return instant ? format(new Date(instant), "yyyy-MM-dd'T'HH:mm") : '';
}

/** The instant of a field; null if it is empty. What is no date stays as it was typed, so that the schema reports it. */
export function instantFrom(moment: string): string | null {
  if (moment === '') return null;
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? moment : at.toISOString();
}

/** An instant as words; empty for none. What is no date is shown as it was typed. */
export function momentText(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : format(at, 'd MMM yyyy, HH:mm');
}

/** A text of the server with its instants in the reader's time zone, which the server doesn't know. */
export function withLocalMoments(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, momentText);
}
