import { practiceAccounts } from '#contract/shop/practice-accounts.ts';
import type { TryingOut } from '#contract/studio/health.ts';
import type { Services } from '../../platform/services/services.ts';
import { emailKey } from '../../platform/sign-in/email-key.ts';
import { settingWarnings } from '../setting-warnings.ts';

/** What a shop doesn't do yet because it is only tried out, and how it opens for real; null: it is open. */
export async function tryingOut({
  env,
  database,
}: Pick<Services, 'env' | 'database'>): Promise<TryingOut | null> {
  const isMailing = env.smtpUrl !== null;
  const isPaid = env.payments.mode === 'live';
  if (isMailing && isPaid) return null;
  const missing = [
    ...(isMailing ? [] : ['no e-mails go out']),
    ...(isPaid ? [] : ['no money moves']),
  ];
  const demo = await database.read
    .selectFrom('accounts')
    .select('id')
    .where(
      'emailKey',
      'in',
      practiceAccounts.map(({ email }) => emailKey(email)),
    )
    .where('isDemo', '=', 1)
    // Its password is public; without one, it only stays because of its orders.
    .where('passwordHash', '<>', '')
    .limit(1)
    .executeTakeFirst();
  return {
    text: `You’re trying things out: ${missing.join(' and ')}. To open for real:`,
    steps: [
      ...settingWarnings({ ...env, isProduction: true }).map(({ advice }) => advice),
      ...(env.isProduction ? [] : ['Set NODE_ENV=production.']),
      ...(demo ? ['Remove the demo’s designs and accounts: npm run demo:remove.'] : []),
      'Start the shop again, and come back here.',
    ],
  };
}
