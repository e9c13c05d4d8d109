import type { Context, Hono } from 'hono';
import type { OrderServices } from '../../orders/payments/order-services.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import { makeAuditedChange } from '../../platform/database/change.ts';
import { isHiddenByCdn, isSilentProxy, peerOf } from '../../platform/http/client-address.ts';
import { spend } from '../../platform/http/limit.ts';
import { Problem } from '../../platform/http/problem.ts';
import { unlessStorageFails } from '../../platform/http/storage-problem.ts';
import { isUntrustedProxy } from '../../platform/http/untrusted-proxy.ts';
import { mailProblem } from '../../platform/mail/mail-error.ts';
import { serveStudio } from '../../staff/serve-studio.ts';
import { proofOf, type Way } from './identity.ts';
import { runChecks } from './run-checks.ts';
import { sendTestMail } from './test-mail.ts';
import { tryingOut } from './trying-out.ts';

/** How often a staff member can run the checks, which ask the mail server and the payment provider each time. */
const checkRuns = { count: 20, windowMs: 600_000 };
/** How many test mails a staff member can send. */
const testMails = { count: 10, windowMs: 3_600_000 };

export function healthCheckRoutes(app: Hono, services: OrderServices): void {
  serveStudio(app, services, 'healthCheck', async ({ account, query }) => {
    // A full disk is what the checks have to report.
    await unlessStorageFails(() =>
      spend(
        services,
        `healthCheck:${account.id}`,
        checkRuns,
        (wait) =>
          `The checks ran ${checkRuns.count} times in ten minutes. Run them again in ${wait}.`,
      ),
    );
    const [checks, trying] = await Promise.all([
      runChecks({ ...services, fetch, isBrief: query.run === 'brief' }),
      tryingOut(services),
    ]);
    return { checks, tryingOut: trying };
  });

  serveStudio(app, services, 'sendTestMail', async ({ account }) => {
    await spend(services, `testMail:${account.id}`, testMails);
    try {
      await sendTestMail(services, account.email);
    } catch (error) {
      throw new Problem(
        'UNAVAILABLE',
        `The mail server didn’t accept the e-mail (${mailProblem(error)}).`,
      );
    }
    await makeAuditedChange(services, account.id, (change) => {
      const line = { subjectId: account.id, before: null, after: null };
      return recordAction(change, { ...line, action: 'mails.tested' });
    });
    const { smtpUrl } = services.env;
    return {
      message:
        smtpUrl === null
          ? 'Written to DATA_DIR/mail, because no mail server is set.'
          : `Sent to ${account.email}. If it doesn’t arrive, check the spam folder.`,
    };
  });

  serveStudio(app, services, 'identify', async ({ query, context }) => {
    const way = wayOf(services, context);
    return { proof: proofOf(services.signingKey, query.nonce, way) };
  });
}

function wayOf(services: OrderServices, context: Context): Way {
  const { env } = services;
  const { headers } = context.req.raw;
  const peer = peerOf(context);
  if (isUntrustedProxy(env, peer, headers)) return 'untrustedProxy';
  // The shop itself speaks no TLS, so a request to an https address came through a proxy.
  const isBehindProxy = env.publicUrl.startsWith('https:');
  if (isBehindProxy && isSilentProxy(env, peer, headers)) return 'silentProxy';
  return isHiddenByCdn(services, context) ? 'hiddenByCdn' : 'usual';
}
