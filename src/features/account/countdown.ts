import { limits } from '#contract/wire/limits.ts';

/** Whole seconds until `endsAt`, capped at a code's lifetime in case the clock is wrong. Both in ms since 1970. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.min(limits.otpSeconds, Math.max(0, Math.ceil((endsAt - now) / 1000)));
}

/** Seconds as mm:ss. */
export function minutesAndSeconds(seconds: number): string {
  const pad = (count: number) => String(count).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}
