import type { RefObject, SubmitEvent } from 'react';
import { messages } from '#contract/messages/messages.ts';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import { paths } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { isShellCheckout } from '#ui/checkout-border.ts';
import styles from './checkout-screen.module.css';
import { CustomerFields } from './customer-fields.tsx';
import type { CustomerErrors, CustomerField } from './customer-form.ts';
import type { CustomerForm } from './use-customer-form.ts';

interface CheckoutFormProps {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly form: CustomerForm;
  /** Fields that the server refused. */
  readonly refused: CustomerErrors;
  readonly isAwaitingApproval: boolean;
  readonly isEmpty: boolean;
  readonly isCreating: boolean;
  /** What the order will cost, in dollars. */
  readonly total: number;
  readonly canOrder: boolean;
  /** Whether it is for a custom design. */
  readonly isQuoted?: boolean;
  readonly onEdit: (field: CustomerField) => void;
  readonly onSubmit: () => void;
}

/** Details, terms and the button that creates the order. */
export function CheckoutForm({
  ref,
  form,
  isCreating,
  canOrder,
  isQuoted = false,
  ...props
}: CheckoutFormProps) {
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    props.onSubmit();
  }

  return (
    <form ref={ref} className={`card stack-4 ${styles.form}`} onSubmit={submit} noValidate>
      <h2 id="customer-details" tabIndex={-1}>
        Customer Details
      </h2>
      <CustomerFields
        details={form.details}
        errors={{ ...props.refused, ...form.errors }}
        onChange={(field, value) => {
          form.change(field, value);
          props.onEdit(field);
        }}
      />
      <Terms form={form} isQuoted={isQuoted} />
      {props.isAwaitingApproval && <p className={styles.notice}>{messages.approval.waiting}</p>}
      <Button
        type="submit"
        isWide
        disabled={!canOrder || props.isEmpty}
        aria-disabled={isCreating}
        aria-busy={isCreating}
      >
        {isCreating ? messages.checkout.creating : `Create Order · ${formatUsd(props.total)}`}
      </Button>
      {canOrder && props.total > 0 && <p className={styles.next}>Next: continue to payment.</p>}
      {!canOrder && <Unreachable isQuoted={isQuoted} />}
      {/* Last, so that the button is in a phone's first screen. */}
      {form.news.isOffered && (
        <Checkbox name="news" checked={form.news.isWanted} onChange={form.news.choose}>
          {wordsOfNews}
        </Checkbox>
      )}
    </form>
  );
}

function Terms({ form, isQuoted }: { readonly form: CustomerForm; readonly isQuoted: boolean }) {
  return (
    <div>
      <Checkbox
        name="terms"
        checked={form.acceptedTerms !== null}
        onChange={form.acceptTerms}
        aria-describedby="terms-error"
        aria-invalid={form.termsError ? true : undefined}
      >
        I accept the{' '}
        <a href={paths.terms.path} target="_blank" rel="noreferrer">
          terms
        </a>
        {isQuoted
          ? '. I understand that a custom design can’t be returned once I have accepted it.'
          : ' and want my files at once. I understand that downloads can’t be returned.'}
      </Checkbox>
      <span id="terms-error" className="problem" aria-live="polite">
        {form.termsError}
      </span>
    </div>
  );
}

/** Why no order can be created now. */
function Unreachable({ isQuoted }: { readonly isQuoted: boolean }) {
  const isShell = isShellCheckout();
  const safe = isQuoted ? 'Nothing is lost' : 'Your cart is safe';
  return (
    <p className={styles.offline} role="status">
      {isShell
        ? `The shop couldn’t be reached when this page opened. ${safe}; reload once you’re online to order.`
        : `You’re offline. ${safe}; you can order once you’re back online.`}{' '}
      {isShell && (
        <Button variant="quiet" onClick={() => location.reload()}>
          Reload
        </Button>
      )}
    </p>
  );
}
