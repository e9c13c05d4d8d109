import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import { useShopDay } from '#api/use-shop-day.ts';
import { messages } from '#contract/messages/messages.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { dayAfter, yearlyCovers } from '#contract/shop/licence-year.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { askYearlyId, yearlyRequestSchema } from '#contract/shop/yearly-licence.ts';
import { Button } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { useOnline } from '#ui/use-online.ts';

/** Says what a yearly licence covers, and lets an approved buyer ask for one; others are told what it needs. */
export function AskYearly() {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const user = useSession((state) => state.user);
  const isApproved = useSession((state) => state.approved);
  const today = useShopDay()(new Date());
  const until = user?.yearlyLicence?.endsOn;
  return (
    <section id={askYearlyId} className="card stack-2" aria-labelledby={titleId}>
      <h2 id={titleId}>{until === undefined ? 'A yearly licence' : 'The next yearly licence'}</h2>
      <p>{yearlyCovers} You get a quote first, and nothing is charged before you accept it.</p>
      {until !== undefined && until >= today && (
        <p>
          Yours runs until {dayInWords(until)}, so the next begins on {dayInWords(dayAfter(until))}.
        </p>
      )}
      {!user && (
        <p>
          You need an approved account to ask for one.{' '}
          <ShopLink to={paths.signIn.path}>Sign in</ShopLink> or{' '}
          <ShopLink to={paths.signUp.path}>open an account</ShopLink>.
        </p>
      )}
      {user && !isApproved && (
        <p>
          {messages.access.notApproved} You can ask for one once the studio has approved your
          account.
        </p>
      )}
      {isApproved && !isOpen && (
        <div className="line-3">
          <Button variant="paper" onClick={() => setOpen(true)}>
            Ask for a yearly licence
          </Button>
        </div>
      )}
      {isApproved && isOpen && <AskForm />}
    </section>
  );
}

function AskForm() {
  const navigate = useNavigate();
  const isOnline = useOnline();
  const form = useForm({
    schema: yearlyRequestSchema,
    initial: { description: '' },
    failed: messages.custom.failed,
    async send(body) {
      const { requestId, isNew } = await shopClient.request('askYearlyLicence', { body });
      toast.success(
        isNew ? 'Sent! We answer with a quote.' : 'You have asked already. Here is your request.',
      );
      void navigate(ownRequestPath(requestId));
    },
  });
  return (
    <form className="stack-2" onSubmit={form.submit} noValidate>
      <TextArea
        label="What do you make?"
        hint="And about how many items you sell in a year, and where."
        required
        rows={4}
        {...form.field('description')}
      />
      {!isOnline && <p role="status">You’re offline. You can send it once you’re back online.</p>}
      <div className="line-3">
        <Button {...form.button}>{form.isSending ? 'Sending…' : 'Send'}</Button>
      </div>
    </form>
  );
}
