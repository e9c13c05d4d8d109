import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { HealthState } from '#contract/studio/health.ts';
import { counted } from '#contract/wire/counted.ts';
import { runChecks } from '#server/operations/doctor/run-checks.ts';
import { sendTestMail } from '#server/operations/doctor/test-mail.ts';
import { sendTestNotice } from '#server/operations/doctor/test-notice.ts';
import { tryingOut } from '#server/operations/doctor/trying-out.ts';
import { openGateway } from '#server/orders/payments/open-gateway.ts';
import { CommandError } from '#server/platform/command-error.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { openStorageGauge } from '#server/platform/files/storage-gauge.ts';
import { retryFailedMails } from '#server/platform/mail/failed-mails.ts';
import { mailProblem } from '#server/platform/mail/mail-error.ts';
import { reportOutcome, withShop } from './shop-command.ts';

/**
 * `npm run doctor`: checks mail, payments, address, clock, database, files, disk and backups of the shop in DATA_DIR, which may
 * be running. Exits with 1 if it finds a fault. `--mail ADDRESS` sends a test e-mail first; `--retry-mails`
 * retries failed e-mails; `--notice` asks PayPal for a test notice and waits until it arrives.
 */
const signs: Readonly<Record<HealthState, string>> = {
  ok: '✓ ok      ',
  practice: '~ practice',
  warning: '! warning ',
  fault: '✗ fault   ',
};

await reportOutcome(() =>
  withShop(async (deps) => {
    const { mail, 'retry-mails': isRetry, notice: isNotice } = options();
    const lines: string[] = [];
    if (isRetry) {
      const count = await makeChange(deps, (change) => retryFailedMails(change));
      lines.push(`Retrying ${counted(count, 'e-mail')}, once the shop runs.`);
    }
    if (mail !== undefined) {
      await sendTestMail(deps, mail).catch((error: unknown) => {
        throw new CommandError(`The test e-mail wasn’t sent (${mailProblem(error)}).`);
      });
      lines.push(
        deps.env.smtpUrl === null
          ? `A test e-mail to ${mail} was written to DATA_DIR/mail, because no mail server is set.`
          : `The mail server accepted a test e-mail to ${mail}.`,
      );
    }
    const { env, clock, database } = deps;
    const gateway = openGateway(env, clock, pino({ level: 'silent' }));
    try {
      const signingKey = await readSigningKey(database, clock());
      const storage = await openStorageGauge(env.dataDir);
      const patient = { ...deps, gateway, signingKey, storage, fetch };
      const found = [
        ...(await runChecks(patient)),
        ...(isNotice ? [{ name: 'Test notice', ...(await sendTestNotice(patient)) }] : []),
      ];
      for (const { name, state, text, advice } of found) {
        lines.push(`${signs[state]}  ${name}: ${text}`);
        if (advice !== null) lines.push(`              → ${advice}`);
      }
      const faults = found.filter(({ state }) => state === 'fault').length;
      if (faults > 0) process.exitCode = 1;
      const trial = await tryingOut(deps);
      if (trial) lines.push(trial.text, ...trial.steps.map((step) => `  - ${step}`));
      lines.push(faults === 0 ? 'No faults.' : `${counted(faults, 'fault')}.`);
      return lines.join('\n');
    } finally {
      gateway.close();
    }
  }),
);

function options() {
  try {
    const { values } = parseArgs({
      options: {
        mail: { type: 'string' },
        'retry-mails': { type: 'boolean' },
        notice: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message}\n\nnpm run doctor -- [--mail ADDRESS] [--retry-mails] [--notice]`,
    );
  }
}
