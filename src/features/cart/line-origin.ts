import type { LineOrigin } from '#offline/outbox/rows.ts';

const weekMs = 6 * 86_400_000;
const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** An instant (ISO 8601) as `Tue 09:12`, or as `Nov 3, 2026` if it isn't of the last days. `now` in ms since 1970. */
function shortTime(instant: string, now: number): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return '';
  return now - at >= 0 && now - at < weekMs ? weekday.format(at) : date.format(at);
}

/** What its owner calls this device: `this phone`. */
function thisDevice({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>) {
  if (/iPhone|Android.*Mobile/.test(userAgent)) return 'this phone';
  // An iPad calls itself a Mac.
  const isTablet = /iPad|Android/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
  return isTablet ? 'this tablet' : 'this computer';
}

/**
 * Where a line of the cart was added, in words; null if nobody knows. A visitor's lines are all of this device.
 * `now` in ms since 1970.
 */
export function originText(
  origin: LineOrigin | undefined,
  isVisitor: boolean,
  now: number,
  browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator,
): string | null {
  if (isVisitor) return 'Added on this device';
  if (!origin) return null;
  if (!origin.isThis) return `From ${origin.name}`;
  const parts = [
    `Added on ${thisDevice(browser)}`,
    origin.isOffline ? 'offline' : '',
    shortTime(origin.at, now),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
