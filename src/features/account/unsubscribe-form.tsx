import { useState } from 'react';
import * as v from 'valibot';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths, savedSearchesPath } from '#contract/shop/paths.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { useForm } from '#ui/use-form.ts';
import { AccountCard } from './account-card.tsx';
import styles from './account-form.module.css';

/** Ends the e-mails about new designs. Asks first, because mail scanners open links too. */
export default function UnsubscribeForm({ token }: { readonly token: string }) {
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState('');
  const form = useForm({
    schema: v.object({}),
    initial: {},
    async send() {
      setProblem('');
      try {
        await shopClient.request('unsubscribe', { body: { token } });
        setDone(true);
      } catch (error) {
        setProblem(messageOf(error, messages.savedSearch.failed));
        throw error;
      }
    },
  });
  if (isDone) {
    return (
      <AccountCard
        title="E-mails stopped"
        text={`${messages.savedSearch.unsubscribed} Your saved searches stay in My account.`}
      >
        <LinkButton to={paths.home.path}>Go home</LinkButton>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title="Stop these e-mails?"
      text="We won’t send you any more e-mails about new designs for your saved searches."
      below={
        <>
          Only some of them? Choose in <ShopLink to={savedSearchesPath}>My account</ShopLink>.
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        {problem && (
          <p role="alert" className={styles.warning}>
            {problem}
          </p>
        )}
        <Button {...form.button} isWide>
          {form.isSending ? 'Stopping…' : 'Stop the e-mails'}
        </Button>
      </form>
    </AccountCard>
  );
}
