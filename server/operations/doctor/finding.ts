import type { HealthCheck, HealthState } from '#contract/studio/health.ts';
import type { OrderServices } from '../../orders/payments/order-services.ts';
import { type SettingWarning, settingWarnings } from '../setting-warnings.ts';

/** What the checks need; `fetch` asks other servers. */
export interface Patient
  extends Pick<OrderServices, 'database' | 'env' | 'clock' | 'gateway' | 'signingKey' | 'storage'> {
  readonly fetch: typeof fetch;
  /** Leaves out what takes long and worked within the last day. */
  readonly isBrief?: boolean;
}

/** What a check found. */
export type Finding = Pick<HealthCheck, 'state' | 'text' | 'advice'>;

export interface Check extends Pick<HealthCheck, 'id' | 'name'> {
  readonly run: (patient: Patient, signal: AbortSignal) => Promise<Finding>;
}

export const ok = (text: string): Finding => ({ state: 'ok', text, advice: null });
export const practice = (text: string): Finding => ({ state: 'practice', text, advice: null });
export const found = (state: HealthState, text: string, advice: string): Finding => ({
  state,
  text,
  advice,
});

/** The warning that the shop prints at start, as a finding. */
export function warned(patient: Patient, about: SettingWarning['about']): Finding | null {
  const warning = settingWarnings(patient.env).find((each) => each.about === about);
  return warning
    ? found(warning.isFault ? 'fault' : 'warning', warning.text, warning.advice)
    : null;
}

export function day(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
