import { useId, useState } from 'react';
import { changeUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import type { User } from '#contract/shop/account.ts';
import type { NewsConsent } from '#contract/shop/news-consent.ts';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';

const notes: Readonly<Record<NewsConsent, string>> = {
  none: 'We’ll send you an e-mail first, with a link to confirm it.',
  asked:
    'Confirm the e-mail we sent you; until then you get no news. It isn’t there? Look into your spam folder, or switch this off and on again after an hour.',
  confirmed: 'You get news from the studio.',
};

/** Asks for news from the studio, which the buyer then confirms, or ends it. */
export function StudioNews({ user }: { readonly user: User }) {
  const noteId = useId();
  const [isSending, setSending] = useState(false);
  const consent = user.newsConsent ?? 'none';

  async function choose(isWanted: boolean): Promise<void> {
    if (isSending) return;
    setSending(true);
    try {
      const body = { news: isWanted ? wordsOfNews : null };
      changeUser(await shopClient.request('chooseNews', { body }));
    } catch (error) {
      toast.error(messageOf(error, messages.profile.newsFailed));
    }
    setSending(false);
  }

  return (
    <>
      <Switch
        isOn={(consent !== 'none') !== isSending}
        aria-busy={isSending}
        aria-describedby={noteId}
        onChange={(isWanted) => void choose(isWanted)}
      >
        {wordsOfNews}
      </Switch>
      <p id={noteId} className="note" role="status">
        {notes[consent]}
      </p>
    </>
  );
}
