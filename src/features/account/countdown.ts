import { limits } from '#contract/wire/limits.ts';

/** Whole seconds until `endsAt`, both in ms since 1970; never more than a code has, whatever a clock says. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.min(limits.otpSeconds, Math.max(0, Math.ceil((endsAt - now) / 1000)));
}

/** Seconds as mm:ss. */
export function minutesAndSeconds(seconds: number): string {
  const pad = (count: number) => String(count).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}
