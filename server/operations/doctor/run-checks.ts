import type { HealthCheck } from '#contract/studio/health.ts';
import { checks } from './checks.ts';
import type { Check, Finding, Patient } from './finding.ts';

/** How long each check has. Longer than the payment provider's own limit isn't needed: it answers or it's a fault. */
const limitMs = 10_000;

/** Runs all checks side by side. None can hold up the others or fail: what it throws is its finding. */
export function runChecks(
  patient: Patient,
  { list = checks, withinMs = limitMs }: { list?: readonly Check[]; withinMs?: number } = {},
): Promise<HealthCheck[]> {
  return Promise.all(
    list.map(async ({ id, name, run }) => ({
      id,
      name,
      ...(await within(withinMs, patient, run)),
    })),
  );
}

async function within(ms: number, patient: Patient, run: Check['run']): Promise<Finding> {
  const ended = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => {
    resolve({
      state: 'fault',
      text: `No answer within ${Math.round(ms / 1000)} seconds.`,
      advice: 'Check this server’s network and firewall.',
    });
    ended.abort();
  }, ms);
  try {
    return await Promise.race([run(patient, ended.signal), late]);
  } catch (error) {
    return {
      state: 'fault',
      text: `The check failed: ${error instanceof Error ? error.message : 'unknown'}.`,
      advice: 'Check the server’s log.',
    };
  } finally {
    clearTimeout(timer);
  }
}
