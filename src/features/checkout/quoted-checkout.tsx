import { useRef } from 'react';
import { useLeftAccounts } from '#api/left-accounts.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { duePayment, type OwnRequest } from '#contract/shop/own-request.ts';
import { paths } from '#contract/shop/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { checkoutAddress } from './checkout-address.ts';
import { CheckoutForm } from './checkout-form.tsx';
import styles from './checkout-screen.module.css';
import { PaymentStep } from './payment-step.tsx';
import { isForQuote } from './placed-order.ts';
import { QuotedSummary } from './quoted-summary.tsx';
import { useCanOrder } from './use-can-order.ts';
import { useCustomerForm } from './use-customer-form.ts';
import { refreshTexts, useOrdering } from './use-ordering.ts';
import { useShownLicence } from './use-shown-licence.ts';
import { useStageFocus } from './use-stage-focus.ts';

/** The account's custom requests as far as they are known. */
interface KnownRequests {
  readonly requests: readonly OwnRequest[] | null;
  readonly isLoading: boolean;
  readonly refresh: () => Promise<unknown>;
}

interface QuotedCheckoutProps {
  readonly requestId: string;
  readonly known: KnownRequests;
}

/** Pays what is due for a custom request. Remounts when an account is left, as the checkout of a cart does. */
export function QuotedCheckout(props: QuotedCheckoutProps) {
  return <Quoted key={useLeftAccounts()} {...props} />;
}

function Quoted({ requestId, known: { requests, isLoading, refresh } }: QuotedCheckoutProps) {
  const user = useSession((state) => state.user);
  const request = requests?.find(({ _id }) => _id === requestId);
  if (!user) {
    return (
      <EmptyScene scene="empty" title="Sign in to pay for your custom design">
        <LinkButton to={paths.signIn.path} state={{ from: checkoutAddress() }}>
          Sign in
        </LinkButton>
      </EmptyScene>
    );
  }
  if (!request && isLoading) return <Skeleton className={styles.loading} />;
  if (!request) {
    return (
      <EmptyScene scene="empty" title="This request isn’t in your account">
        <LinkButton to={paths.myRequests.path}>Custom requests</LinkButton>
      </EmptyScene>
    );
  }
  return <PayRequest request={request} isLoading={isLoading} onChanged={refresh} />;
}

interface PayRequestProps {
  readonly request: OwnRequest;
  readonly isLoading: boolean;
  readonly onChanged: () => Promise<unknown>;
}

function PayRequest({ request, isLoading, onChanged }: PayRequestProps) {
  const user = useSession((state) => state.user);
  const isApproved = useSession((state) => state.approved);
  const licence = useShownLicence();
  const form = useCustomerForm(user);
  const fields = useRef<HTMLFormElement>(null);
  const due = duePayment(request, Date.now());
  const quoted = due && {
    requestId: request._id,
    part: due.part,
    quoteVersion: due.quoteVersion,
  };
  const ordering = useOrdering({
    isOutdated: (placed) => !isLoading && !(quoted && isForQuote(placed, quoted)),
    outdatedText: 'What is due has changed since this order was created. Please check it again.',
    onChanged: () => {
      refreshTexts();
      void onChanged();
    },
  });
  const { step, notice } = ordering;
  const isCreating = step.name === 'creating';
  const isEditing = step.name === 'details' || isCreating;
  const canOrder = useCanOrder(step.name === 'details');
  useStageFocus(isEditing ? 'customer-details' : 'payment');

  function create(): void {
    if (isCreating || !due || !quoted) return;
    if (!isApproved) {
      toast.error(messages.access.notApproved);
      return;
    }
    const { details, acceptedTerms: termsVersion } = form;
    const firstWrong = form.validate();
    if (firstWrong !== null || termsVersion === null) {
      fields.current?.querySelector<HTMLElement>(`[name="${firstWrong}"]`)?.focus();
      return;
    }
    const { amount: expectedTotal } = due;
    const { words: news } = form.news;
    const texts = { termsVersion, licence };
    void ordering.create({ details, ...texts, expectedTotal, productIds: [], quoted, news });
  }

  if (!due && isEditing) {
    return (
      <>
        {notice && <p className={styles.notice}>{notice}</p>}
        <EmptyScene
          scene="empty"
          title="Nothing is due for this request now"
          {...(request.isBeingPaid && { text: messages.checkout.pending })}
        >
          <LinkButton to={ownRequestPath(request._id)}>See your request</LinkButton>
        </EmptyScene>
      </>
    );
  }

  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {notice && (
          <div className={styles.news}>
            <p className={styles.notice} role="status">
              {notice}
            </p>
          </div>
        )}
        <PaymentStep
          step={step}
          onApprove={ordering.capture}
          onCancel={() => ordering.setNotice(messages.checkout.notApproved)}
          onBack={() => ordering.backToDetails(null)}
        />
        {due && isEditing && (
          <CheckoutForm
            ref={fields}
            form={form}
            refused={ordering.refused}
            isAwaitingApproval={user?.status === 'pending'}
            isEmpty={false}
            isCreating={isCreating}
            total={due.amount}
            canOrder={canOrder}
            isQuoted
            onEdit={ordering.forgive}
            onSubmit={create}
          />
        )}
      </div>
      <QuotedSummary request={request} licence={licence} />
    </div>
  );
}
