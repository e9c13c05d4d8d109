import { useState } from 'react';
import { changeUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import type { User } from '#contract/shop/account.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';
import { AccountPart } from './account-part.tsx';
import { StudioNews } from './studio-news.tsx';

type Choice = 'hasFilesNews' | 'hasCustomsNews' | 'hasCartNews';

const calls = {
  hasFilesNews: 'filesNews',
  hasCustomsNews: 'customsNews',
  hasCartNews: 'cartNews',
} as const;

/** The e-mails that the shop sends by itself and that aren't chosen elsewhere. */
export function MailNews({ user }: { readonly user: User }) {
  /** The choice being sent. */
  const [sent, setSent] = useState<{ readonly choice: Choice; readonly isWanted: boolean } | null>(
    null,
  );

  async function choose(choice: Choice, isWanted: boolean): Promise<void> {
    if (sent !== null) return;
    setSent({ choice, isWanted });
    try {
      await shopClient.request(calls[choice], { body: { isWanted } });
      changeUser({ [choice]: isWanted });
    } catch (error) {
      toast.error(messageOf(error, messages.profile.newsFailed));
    }
    setSent(null);
  }

  const field = (choice: Choice, first: boolean) => ({
    isOn: sent?.choice === choice ? sent.isWanted : (user[choice] ?? first),
    onChange: (isWanted: boolean) => void choose(choice, isWanted),
  });
  return (
    <AccountPart id="e-mails" title="E-mails" paper="sky" isWide>
      <StudioNews user={user} />
      {user.newsConsent === 'confirmed' && (
        <Switch {...field('hasCartNews', true)}>
          E-mail me once when designs stay in my cart for a day
        </Switch>
      )}
      <Switch {...field('hasFilesNews', true)}>
        E-mail me when a design I bought gets new files
      </Switch>
      <Switch {...field('hasCustomsNews', false)}>E-mail me when custom requests open</Switch>
    </AccountPart>
  );
}
